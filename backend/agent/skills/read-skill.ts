import { LIMITS } from '@pagehand/contracts/limits';
import { type Skill, SkillFrontSchema } from '@pagehand/contracts/skills';
import { isNode, LineCounter, parseDocument, visit } from 'yaml';

export type ReadSkill = { ok: true; skill: Omit<Skill, 'source'> } | { ok: false; line: number; message: string };

const FENCE = '---';

/**
 * Reads a SKILL.md: YAML front matter between two lines `---`, then the instructions. Strict: an unknown field, a field
 * twice, a wrong type or an empty body is refused, with the line where it stands.
 * @param folder name of the folder that it lies in; the skill must have the same name.
 */
export function readSkill(text: string, folder: string): ReadSkill {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (lines[0]?.trimEnd() !== FENCE)
    return problem(1, 'It must begin with a line of three hyphens, then name, description and tools.');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === FENCE);
  if (end < 0) return problem(1, 'The front matter has no end: a second line of three hyphens.');
  const counter = new LineCounter();
  const front = parseDocument(lines.slice(1, end).join('\n'), {
    lineCounter: counter,
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    prettyErrors: false,
  });
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1;
  const [first] = [...front.errors, ...front.warnings];
  if (first !== undefined) return problem(lineAt(first.pos[0]), first.message);
  // Aliases could make a small file a large value.
  let alias: number | undefined;
  visit(front, {
    Alias: (_key, node) => {
      alias ??= node.range?.[0] ?? 0;
    },
  });
  if (alias !== undefined) return problem(lineAt(alias), 'Aliases are not read: write the value out.');
  const parsed = SkillFrontSchema.safeParse(front.toJS());
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : (issue?.path ?? []);
    const node = path.length === 0 ? undefined : front.getIn(path, true);
    const at = isNode(node) ? node.range?.[0] : undefined;
    return problem(
      at === undefined ? 2 : lineAt(at),
      `${path.map(String).join('.')}: ${issue?.message ?? 'does not fit'}`,
    );
  }
  if (parsed.data.name !== folder)
    return problem(2, `The name ${parsed.data.name} must be that of its folder, ${folder}.`);
  const instructions = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  if (instructions === '') return problem(end + 2, 'There are no instructions below the front matter.');
  if (instructions.length > LIMITS.skill)
    return problem(end + 2, `The instructions are longer than ${LIMITS.skill} characters.`);
  return { ok: true, skill: { ...parsed.data, instructions } };
}

const problem = (line: number, message: string): ReadSkill => ({ ok: false, line, message: message.slice(0, 1_000) });
