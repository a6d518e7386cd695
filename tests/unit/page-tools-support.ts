import { PAGE_TOOLS_KEY, type PageToolsPort, type PageToolWire } from '@pagehand/contracts/page-tools-port';
import type { PageToolError, ToolEvent } from '../../shared/page-tools/core/index.ts';
import { onError, onToolEvent } from '../../shared/page-tools/core/index.ts';

/** As if the page had just been loaded. */
export function freshPage(): void {
  Reflect.deleteProperty(globalThis, Symbol.for(PAGE_TOOLS_KEY));
}

/** What the extension finds on the page. */
export function pagePort(): PageToolsPort {
  const port: PageToolsPort | undefined = Reflect.get(globalThis, Symbol.for(PAGE_TOOLS_KEY)); // parse boundary: our own object
  if (!port) throw new Error('The page has no tools port.');
  return port;
}

export type ListedTools = {
  revision: number;
  maxTools: number;
  tools: PageToolWire[];
  refused: { toolName: string; limit: number; count: number }[];
};
export const readList = (json: string): ListedTools => JSON.parse(json); // parse boundary: our own port's answer
export const readAnswer = (json: string): Record<string, unknown> => JSON.parse(json); // parse boundary: our own port's answer

/** Collects events and errors from now on. */
export function listen(): { events: ToolEvent[]; errors: PageToolError[] } {
  const heard: { events: ToolEvent[]; errors: PageToolError[] } = { events: [], errors: [] };
  onToolEvent((event) => heard.events.push(event));
  onError((error) => heard.errors.push(error));
  return heard;
}

export const tick = (): Promise<void> => Promise.resolve();
