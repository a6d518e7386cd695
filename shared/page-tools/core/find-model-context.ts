/** What all generations of WebMCP have in common, as far as registering goes. */
export type ModelContext = {
  registerTool(tool: object, options?: { signal: AbortSignal }): unknown;
  /** Before registrations ended by signal. */
  unregisterTool?: (name: string) => unknown;
};

const isModelContext = (value: unknown): value is ModelContext =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'registerTool') === 'function';

/** `document.modelContext`, or `navigator.modelContext` where it stood before. */
export function findModelContext(): ModelContext | undefined {
  const places = [globalThis.document, globalThis.navigator];
  const found = places.map((place): unknown => place && Reflect.get(place, 'modelContext'));
  return found.find(isModelContext);
}
