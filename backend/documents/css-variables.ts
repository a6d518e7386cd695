/** Custom properties of an element, and of those around it. */
export type VariableScope = { own: Readonly<Record<string, string>>; above: VariableScope | undefined };

/** Code units that a value may grow to; functions within functions that are looked into. */
const MOST_VALUE = 1_000;
const MOST_DEPTH = 20;

/** A value that is too long to be judged. */
export class ValueTooLong extends Error {}

/** The scope in an element: the one around it where the element sets no custom property. */
export function variableScope(
  style: Readonly<Record<string, string>>,
  above: VariableScope | undefined,
): VariableScope | undefined {
  const own = Object.entries(style).filter(([name]) => name.startsWith('--'));
  return own.length === 0 ? above : { own: Object.fromEntries(own), above };
}

/**
 * The value with its `var()` replaced (CSS Variables 1, 3). Undefined: invalid at computed-value time, as a name that is
 * nowhere set and has no fallback, or a cycle.
 * @throws ValueTooLong
 */
export function substituted(value: string, scope: VariableScope | undefined): string | undefined {
  return replaced(value, (name) => lookUp(name, scope, new Set()), 0);
}

type LookUp = (name: string) => string | undefined;

function lookUp(name: string, scope: VariableScope | undefined, seen: ReadonlySet<string>): string | undefined {
  for (let here = scope; here !== undefined; here = here.above) {
    const value = Object.hasOwn(here.own, name) ? here.own[name] : undefined;
    if (value === undefined || /^(?:inherit|unset|revert|revert-layer)$/i.test(value)) continue;
    if (/^initial$/i.test(value) || seen.has(name)) return undefined;
    const names = new Set([...seen, name]);
    const at = here;
    return replaced(value, (other) => lookUp(other, at, names), names.size);
  }
  return undefined;
}

function replaced(value: string, find: LookUp, depth: number): string | undefined {
  if (value.length > MOST_VALUE || depth > MOST_DEPTH) throw new ValueTooLong();
  const at = value.search(/(?<![\w-])var\(/i);
  if (at < 0) return value;
  const end = closing(value, at + 4);
  if (end === undefined) return undefined;
  const [name = '', fallback] = splitOnce(value.slice(at + 4, end));
  const found = find(name.trim()) ?? (fallback === undefined ? undefined : replaced(fallback, find, depth + 1));
  const rest = replaced(value.slice(end + 1), find, depth + 1);
  if (found === undefined || rest === undefined) return undefined;
  const whole = `${value.slice(0, at)}${found}${rest}`;
  if (whole.length > MOST_VALUE) throw new ValueTooLong();
  return whole;
}

/** Where the bracket that is open before `from` closes. */
function closing(value: string, from: number): number | undefined {
  let open = 1;
  for (let at = from; at < value.length; at += 1) {
    if (value[at] === '(') open += 1;
    else if (value[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return undefined;
}

/** The name, and all behind the first comma: a fallback may hold commas, and be empty. */
function splitOnce(inside: string): [string, string | undefined] {
  const comma = inside.indexOf(',');
  return comma < 0 ? [inside, undefined] : [inside.slice(0, comma), inside.slice(comma + 1)];
}
