import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { browser } from 'wxt/browser';
import { listGrants, revokeGrant } from '../utils/approvals.ts';
import {
  connections,
  listSkills,
  listTools,
  mcpDoor,
  mcpServers,
  models,
  pairings,
  threads,
} from '../utils/backend-client.ts';
import { showWaiting } from '../utils/badge.ts';
import { capturePage } from '../utils/capture-page.ts';
import { runPlan } from '../utils/execute-plan.ts';
import { executeAgent, followThread, newId, stopAgent } from '../utils/executeAgent.ts';
import { googleRedirectUri, signInWithGoogle } from '../utils/google-sign-in.ts';
import { downloadKitFile, kits } from '../utils/kits-client.ts';
import { allowTab, listOpenTabs, requestTabTitles } from '../utils/open-tabs.ts';
import { onPendingCommand } from '../utils/pending-command.ts';
import { hasFiles, pickFiles } from '../utils/picked-files.ts';
import { attachmentServices } from './attachment-services.ts';
import { backgroundServices } from './background-services.ts';
import { connectToBackend, lastPort, pairByCode } from './connection-state.ts';
import { pageServices } from './page-services.ts';
import { pageToolServices, runTools } from './page-tool-services.ts';
import { outlineElement, prepareInterrupt, refuseInterrupt } from './plan-services.ts';
import type { Pending, Services, Setting } from './services.ts';

/** The services of a real panel document, made from `entrypoints/utils`. @param windowId the window that it belongs to. */
export function connectServices(windowId: number): Services {
  const panelId = newId();
  return {
    panelId,
    connect: connectToBackend,
    pair: pairByCode,
    lastPort,
    tools: listTools,
    threads,
    models,
    connections,
    google: {
      redirectUri: googleRedirectUri,
      signIn: async (request, signal) => {
        await connections.authorize(await signInWithGoogle(request, signal), signal);
      },
    },
    kits: {
      ...kits,
      download: async (moduleId, file, signal) =>
        saveBlob(file.path.split('/').at(-1) ?? 'file', await downloadKitFile(moduleId, file.fileId, signal)),
    },
    pairings: {
      list: async (signal) => (await pairings.list({}, signal)).pairings,
      revoke: async (pairingId, signal) => {
        await pairings.revoke({ pairingId }, signal);
      },
    },
    grants: { list: listGrants, revoke: revokeGrant },
    runs: {
      ask: ({ threadId, runId, ask, page, pageTools, attachments, mentions, after }, signal) =>
        executeAgent(
          {
            threadId,
            runId,
            after,
            ask: ask.text,
            ...(ask.kind === 'command' ? { command: { tool: ask.tool, args: ask.args } } : {}),
            ...(ask.kind === 'command' && ask.askedBy !== undefined ? { asked_by: ask.askedBy } : {}),
            ...(ask.kind === 'text' && ask.skill !== undefined ? { skill: ask.skill } : {}),
            ...(page ? { page } : {}),
            ...(attachments ? { attachments } : {}),
            ...(mentions ? { mentions } : {}),
            ...runTools(pageTools),
          },
          signal,
        ),
      answer: ({ threadId, interruptId, answer, after }, signal) =>
        executeAgent(
          {
            threadId,
            after,
            panelId,
            resume: [
              answer ? { interruptId, status: 'resolved', payload: answer } : { interruptId, status: 'cancelled' },
            ],
          },
          signal,
        ),
      follow: (input, signal) => followThread(input, signal),
      stop: stopAgent,
    },
    plans: {
      prepare: prepareInterrupt,
      run: (run, signal) => runPlan({ ...run, panelId }, signal),
      refuse: refuseInterrupt,
      pickFiles,
      hasFiles,
      outline: outlineElement,
    },
    page: pageServices,
    attachments: attachmentServices,
    tabs: { list: listOpenTabs, allow: allowTab, showTitles: requestTabTitles, capture: capturePage },
    skills: listSkills,
    mcpDoor,
    mcpServers,
    pageTools: pageToolServices(panelId),
    background: backgroundServices(panelId),
    pending: { watch: (listener) => onPendingCommand(windowId, (command) => toPending(command, listener)) },
    openLink: (url) => void browser.tabs.create({ url }),
    openShortcuts,
    saveFile,
    remembered: {
      language: setting('language', (value) => (typeof value === 'string' ? value : undefined)),
      lastThread: setting('lastThread', (value) => (typeof value === 'string' ? value : undefined)),
      introduced: setting('introduced', (value) => value === true),
      draft: {
        get: async () => {
          const value: unknown = (await browser.storage.session.get(`draft-${windowId}`))[`draft-${windowId}`];
          return typeof value === 'string' ? value : '';
        },
        set: (value) => browser.storage.session.set({ [`draft-${windowId}`]: value }),
      },
      askBeforeLow: setting('askBeforeLow', (value) => value !== false),
    },
    badge: (waiting) => void showWaiting(waiting),
    toError,
  };
}

function toPending(
  command: Parameters<Parameters<typeof onPendingCommand>[1]>[0],
  listener: (pending: Pending) => void,
): void {
  if (command.kind === 'summarize-page') listener({ kind: 'ask', ask: 'summarize' });
  else if (command.kind === 'stop') listener({ kind: 'stop' });
  else if (command.kind === 'compose') listener({ kind: 'compose', text: command.text, quote: command.quote });
}

/** A value that the panel keeps in storage.local; `read` is the parse boundary. */
function setting<T>(key: string, read: (value: unknown) => T): Setting<T> {
  return {
    get: async () => read((await browser.storage.local.get(key))[key]),
    set: async (value) => {
      if (value === undefined) await browser.storage.local.remove(key);
      else await browser.storage.local.set({ [key]: value });
    },
  };
}

/** The browser's own page for shortcuts; Firefox does not let an extension open it, so its add-ons page it is. */
function openShortcuts(): void {
  const firefox = navigator.userAgent.includes('Firefox/');
  void browser.tabs.create({ url: firefox ? 'about:addons' : 'chrome://extensions/shortcuts' }).catch(() => undefined);
}

const saveFile = (filename: string, content: string): void =>
  saveBlob(filename, new Blob([content], { type: 'text/plain;charset=utf-8' }));

function saveBlob(filename: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function toError(error: unknown): AppErrorBody {
  return AppError.from(error, 'internal', error instanceof Error ? error.message : String(error)).toBody();
}
