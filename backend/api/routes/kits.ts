import { AppError } from '@pagehand/contracts/errors';
import { KitRequests } from '@pagehand/contracts/kit-module';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';
import { showKits } from '../show-kits.ts';

/** What was begun is ended, whoever has gone meanwhile. */
const UNDO_MS = 60_000;
const ADD_MS = 60_000;

/** `POST /api/kits/{verb}`: modules, their settings, their history and their files. */
export function kitsRoute({ store, kits, changedKits }: ApiDependencies): Hono<ApiEnv> {
  const modules = () => {
    if (kits === undefined) throw new AppError('tool-unavailable', 'This backend was started without kits.');
    return kits;
  };
  const changed = () => {
    if (changedKits === undefined) throw new AppError('tool-unavailable', 'This backend was started without kits.');
    return changedKits;
  };
  return jsonRoutes('/api/kits', KitRequests, {
    list: (_, signal) => showKits(modules(), store.secrets, signal),
    async add(wanted) {
      await modules().add(wanted, AbortSignal.timeout(ADD_MS));
    },
    async remove({ moduleId }) {
      await modules().remove(moduleId);
    },
    async enable({ moduleId, enabled }) {
      await modules().enable(moduleId, enabled);
    },
    async environment({ moduleId, values }) {
      await modules().setEnvironment(moduleId, values);
    },
    async use({ moduleId, uses }) {
      await modules().use(moduleId, uses);
    },
    build({ moduleId }) {
      modules().build(moduleId);
    },
    difference({ moduleId }, signal) {
      const { kit, version } = modules().get(moduleId).record;
      return changed().look(kit, version, signal);
    },
    async accept({ moduleId, digest }) {
      const { kit, version } = modules().get(moduleId).record;
      await changed().accept(kit, version, digest, AbortSignal.timeout(ADD_MS));
      await modules().refresh();
      modules().build(moduleId);
    },
    log: async ({ moduleId, limit }, signal) => ({
      entries: await modules()
        .get(moduleId)
        .workspace.log(limit ?? 50, signal),
    }),
    diff: ({ moduleId, commit }, signal) => modules().get(moduleId).workspace.diff(commit, signal),
    async undo({ moduleId, target }) {
      const { undone, commit } = await modules().get(moduleId).workspace.undo(target, AbortSignal.timeout(UNDO_MS));
      return { undone, changes: commit?.changes ?? [] };
    },
    files: async ({ moduleId }, signal) => ({ files: await modules().files(moduleId, signal) }),
    async download({ moduleId, fileId }, signal, context) {
      const { path, content } = await modules().file(moduleId, fileId, signal);
      const name = path.split('/').at(-1) ?? 'file';
      // Bytes to save, never something to look at.
      return context.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeCharacter)}`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
    },
  });
}

const escapeCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
