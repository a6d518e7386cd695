import { AppError } from '@pagehand/contracts/errors';
import { KitRequests } from '@pagehand/contracts/kit-module';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';
import { showKits } from '../show-kits.ts';

/** What was begun is ended, whoever has gone meanwhile. */
const UNDO_MS = 60_000;
const ADD_MS = 60_000;

/** `POST /api/kits/{verb}`: modules, their settings, their history and their files. */
export function kitsRoute({ store, kits, changedKits }: ApiDependencies): Hono<ApiEnv> {
  const ok = { ok: true } as const;
  const modules = () => {
    if (kits === undefined) throw new AppError('tool-unavailable', 'This backend was started without kits.');
    return kits;
  };
  const changed = () => {
    if (changedKits === undefined) throw new AppError('tool-unavailable', 'This backend was started without kits.');
    return changedKits;
  };
  return new Hono<ApiEnv>()
    .post('/api/kits/list', async (context) => {
      await readBody(context.env.incoming, KitRequests.list);
      return context.json(await showKits(modules(), store.secrets, context.req.raw.signal));
    })
    .post('/api/kits/add', async (context) => {
      const wanted = await readBody(context.env.incoming, KitRequests.add);
      await modules().add(wanted, AbortSignal.timeout(ADD_MS));
      return context.json(ok);
    })
    .post('/api/kits/remove', async (context) => {
      const { moduleId } = await readBody(context.env.incoming, KitRequests.remove);
      await modules().remove(moduleId);
      return context.json(ok);
    })
    .post('/api/kits/enable', async (context) => {
      const { moduleId, enabled } = await readBody(context.env.incoming, KitRequests.enable);
      await modules().enable(moduleId, enabled);
      return context.json(ok);
    })
    .post('/api/kits/environment', async (context) => {
      const { moduleId, values } = await readBody(context.env.incoming, KitRequests.environment);
      await modules().setEnvironment(moduleId, values);
      return context.json(ok);
    })
    .post('/api/kits/use', async (context) => {
      const { moduleId, uses } = await readBody(context.env.incoming, KitRequests.use);
      await modules().use(moduleId, uses);
      return context.json(ok);
    })
    .post('/api/kits/build', async (context) => {
      const { moduleId } = await readBody(context.env.incoming, KitRequests.build);
      modules().build(moduleId);
      return context.json(ok);
    })
    .post('/api/kits/difference', async (context) => {
      const { moduleId } = await readBody(context.env.incoming, KitRequests.difference);
      const { kit, version } = modules().get(moduleId).record;
      return context.json(await changed().look(kit, version, context.req.raw.signal));
    })
    .post('/api/kits/accept', async (context) => {
      const { moduleId, digest } = await readBody(context.env.incoming, KitRequests.accept);
      const { kit, version } = modules().get(moduleId).record;
      await changed().accept(kit, version, digest, AbortSignal.timeout(ADD_MS));
      await modules().refresh();
      modules().build(moduleId);
      return context.json(ok);
    })
    .post('/api/kits/log', async (context) => {
      const { moduleId, limit } = await readBody(context.env.incoming, KitRequests.log);
      const { workspace } = modules().get(moduleId);
      return context.json({ entries: await workspace.log(limit ?? 50, context.req.raw.signal) });
    })
    .post('/api/kits/diff', async (context) => {
      const { moduleId, commit } = await readBody(context.env.incoming, KitRequests.diff);
      return context.json(await modules().get(moduleId).workspace.diff(commit, context.req.raw.signal));
    })
    .post('/api/kits/undo', async (context) => {
      const { moduleId, target } = await readBody(context.env.incoming, KitRequests.undo);
      const { undone, commit } = await modules().get(moduleId).workspace.undo(target, AbortSignal.timeout(UNDO_MS));
      return context.json({ undone, changes: commit?.changes ?? [] });
    })
    .post('/api/kits/files', async (context) => {
      const { moduleId } = await readBody(context.env.incoming, KitRequests.files);
      return context.json({ files: await modules().files(moduleId, context.req.raw.signal) });
    })
    .post('/api/kits/download', async (context) => {
      const { moduleId, fileId } = await readBody(context.env.incoming, KitRequests.download);
      const { path, content } = await modules().file(moduleId, fileId, context.req.raw.signal);
      const name = path.split('/').at(-1) ?? 'file';
      // Bytes to save, never something to look at.
      return context.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeCharacter)}`,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
    });
}

const escapeCharacter = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
