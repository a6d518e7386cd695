/** One requirement as pip reads it, continued lines joined, without its comment; `line` is where it began, from 1. */
export type RequirementLine = { line: number; text: string };

/**
 * The requirements of a requirements.txt, or the line of its first character that is no printable ASCII, tab or line
 * feed. pip ends lines at more characters than we do (form feed, U+0085, U+2028, a lone carriage return), so what we took
 * for one line could hold options for it: none of these is let through, not even in a comment.
 */
export function requirementLines(content: string): RequirementLine[] | { badLine: number } {
  const lines = content.replaceAll('\r\n', '\n').split('\n');
  const bad = lines.findIndex((line) => /[^\t\x20-\x7e]/.test(line));
  if (bad !== -1) return { badLine: bad + 1 };
  const found: RequirementLine[] = [];
  let logical = '';
  let began = 1;
  for (const [index, line] of lines.entries()) {
    if (logical === '') began = index + 1;
    const bare = line.replace(/(^|\s)#.*$/, '').trimEnd();
    const continued = bare.endsWith('\\');
    logical += continued ? `${bare.slice(0, -1)} ` : bare;
    if (continued && index < lines.length - 1) continue;
    if (logical.trim() !== '') found.push({ line: began, text: logical.trim() });
    logical = '';
  }
  return found;
}
