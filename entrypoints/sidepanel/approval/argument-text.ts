/** An argument as the approval shows it: texts as they are, a list of texts one to a line, all else as JSON. */
export function argumentText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && !one.includes('\n')))
    return value.join('\n');
  return JSON.stringify(value, null, 2);
}
