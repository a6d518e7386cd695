/** Name on the wire of a module's tool. Names that are too long are told apart by a hash that the caller gives. */
export const kitToolName = (moduleId: string, tool: string): string => `kit_${moduleId}_${tool}`;

/** The module and the tool of a name on the wire; undefined for any other tool. */
export function partsOfKitTool(name: string): { moduleId: string; tool: string } | undefined {
  const match = /^kit_([a-z][a-z0-9-]*)_(.+)$/.exec(name);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { moduleId: match[1], tool: match[2] };
}
