/** Whether a file input with this `accept` would offer the file (HTML, 4.10.5.1.17): extensions, types, `image/*`. */
export function acceptedBy(accept: string, { name, type }: { name: string; type: string }): boolean {
  const wanted = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (wanted.length === 0) return true;
  return wanted.some((part) => {
    if (part.startsWith('.')) return name.toLowerCase().endsWith(part);
    if (part.endsWith('/*')) return type.toLowerCase().startsWith(part.slice(0, -1));
    return type.toLowerCase() === part;
  });
}
