/** What a docstring says: of the function as a whole, and of each parameter (or attribute of a class). */
export type Docstring = { description: string; parameters: ReadonlyMap<string, string> };

/** Sections of Google's and NumPy's styles that hold parameters; every other known section only ends the description. */
const PARAMETERS = /^(args|arguments|parameters|params|attributes|keyword args|keyword arguments|other parameters)$/i;
const SECTION =
  /^(args|arguments|parameters|params|attributes|keyword args|keyword arguments|other parameters|returns?|yields?|raises|examples?|notes?|see also|references|warnings?|warns|todo)$/i;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Takes off what all lines but the first are indented by (PEP 257). */
function dedent(text: string): string[] {
  const [first = '', ...rest] = text.replaceAll('\t', '    ').split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map(indentOf);
  const common = indents.length > 0 ? Math.min(...indents) : 0;
  return [first.trim(), ...rest.map((line) => line.slice(common).trimEnd())];
}

/** Reads Google, NumPy and reST docstrings; plain text is all description. */
export function readDocstring(text: string): Docstring {
  const lines = dedent(text);
  const parameters = new Map<string, string>();
  const description: string[] = [];
  let at = 0;
  /** Sections follow the description; what stands outside of them afterwards is no part of it. */
  let inSections = false;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const google = /^(\w[\w ]*):\s*$/.exec(line)?.[1];
    const numpy = /^-{3,}\s*$/.test(lines[at + 1] ?? '') ? line.trim() : undefined;
    if (google !== undefined && SECTION.test(google)) {
      at = readEntries(lines, at + 1, PARAMETERS.test(google) ? parameters : undefined, googleEntry);
      inSections = true;
    } else if (numpy !== undefined && SECTION.test(numpy)) {
      at = readNumpy(lines, at + 2, PARAMETERS.test(numpy) ? parameters : undefined);
      inSections = true;
    } else if (/^:\w+/.test(line)) {
      at = readField(lines, at, parameters);
      inSections = true;
    } else {
      if (!inSections) description.push(line);
      at += 1;
    }
  }
  return { description: description.join('\n').trim(), parameters };
}

const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** `name (type): text`, also `*name`. */
function googleEntry(line: string): [string, string] | undefined {
  const found = /^\*{0,2}(\w+)\s*(?:\([^)]*(?:\([^)]*\)[^)]*)*\))?\s*:\s*(.*)$/.exec(line.trim());
  return found?.[1] === undefined ? undefined : [found[1], found[2] ?? ''];
}

/** Entries of an indented section, until a line that stands outside; deeper lines go on with the entry before. */
function readEntries(
  lines: readonly string[],
  from: number,
  into: Map<string, string> | undefined,
  entry: (line: string) => [string, string] | undefined,
): number {
  let at = from;
  let name: string | undefined;
  const first = lines.slice(from).find((line) => line.trim() !== '');
  const indent = first === undefined ? 0 : indentOf(first);
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (indentOf(line) === 0 || indent === 0) break;
    const found = indentOf(line) <= indent ? entry(line) : undefined;
    if (found !== undefined) {
      [name] = found;
      into?.set(name, clean(found[1]));
    } else if (name !== undefined) into?.set(name, clean(`${into.get(name) ?? ''} ${line}`));
  }
  return at;
}

/** `name, other : type` with its text indented below, until the next underlined section. */
function readNumpy(lines: readonly string[], from: number, into: Map<string, string> | undefined): number {
  let names: string[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^-{3,}\s*$/.test(lines[at + 1] ?? '') && SECTION.test(line.trim())) break;
    if (line.trim() === '') continue;
    if (indentOf(line) === 0) {
      names = (line.split(':')[0] ?? '').split(',').map((name) => name.trim().replace(/^\*+/, ''));
      for (const name of names) if (/^\w+$/.test(name)) into?.set(name, '');
    } else for (const name of names) into?.set(name, clean(`${into.get(name) ?? ''} ${line}`));
  }
  return at;
}

/** `:param type name: text`, with deeper lines that go on. */
function readField(lines: readonly string[], from: number, into: Map<string, string>): number {
  const found =
    /^:(?:param|parameter|arg|argument|key|keyword|ivar|var|attr)\s+(?:[^:]*\s)?\*{0,2}(\w+)\s*:\s*(.*)$/.exec(
      lines[from] ?? '',
    );
  let text = found?.[2] ?? '';
  let at = from + 1;
  for (; at < lines.length && (indentOf(lines[at] ?? '') > 0 || (lines[at] ?? '').trim() === ''); at += 1)
    text += ` ${lines[at] ?? ''}`;
  if (found?.[1] !== undefined) into.set(found[1], clean(text));
  return at;
}
