/** Text as it is, MCP's content parts as their text, everything else as JSON. */
export function readableResult(result: string | null): string {
  if (result === null) return 'Done; it returned nothing.';
  let value: unknown;
  try {
    value = JSON.parse(result);
  } catch {
    return result;
  }
  if (typeof value === 'string') return value;
  const parts: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'content') : undefined;
  if (Array.isArray(parts) && parts.length > 0) {
    const texts = parts.flatMap((part: unknown): string[] => {
      const text: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : undefined;
      return typeof text === 'string' ? [text] : [];
    });
    if (texts.length === parts.length) return texts.join('\n');
  }
  return JSON.stringify(value);
}
