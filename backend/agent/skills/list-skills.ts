import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '@pagehand/contracts/limits';
import { type SkillList, SkillNameSchema } from '@pagehand/contracts/skills';
import { readSkill } from './read-skill.ts';

const SHIPPED = fileURLToPath(new URL('../../skills/', import.meta.url));
const MOST = 100;

/**
 * The skills that ship with Pagehand, and the person's own in `skills/` of the data folder: an own one of the same name
 * wins. Read anew each time: a file that was just written counts.
 */
export function listSkills(dataFolder: string): SkillList {
  const shipped = readFolder(SHIPPED, 'shipped');
  const own = readFolder(join(dataFolder, 'skills'), 'own');
  const names = new Set(own.skills.map(({ name }) => name));
  const wrong = new Set(own.problems.map(({ file }) => file.split('/')[0]));
  return {
    // A shipped skill does not stand in for an own one that is wrong: that would run something else than was meant.
    skills: [...own.skills, ...shipped.skills.filter(({ name }) => !names.has(name) && !wrong.has(name))].sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
    problems: [...own.problems, ...shipped.problems],
  };
}

function readFolder(folder: string, source: 'shipped' | 'own'): SkillList {
  const list: SkillList = { skills: [], problems: [] };
  for (const name of foldersIn(folder)) {
    const file = `${name}/SKILL.md`;
    const wrong = (line: number, message: string): void => void list.problems.push({ file, line, message });
    if (!SkillNameSchema.safeParse(name).success) {
      wrong(1, 'The folder must have a name of small letters, digits and hyphens.');
      continue;
    }
    try {
      const path = join(folder, name, 'SKILL.md');
      const found = lstatSync(path);
      if (!found.isFile()) wrong(1, 'SKILL.md is not a plain file.');
      else if (found.size > LIMITS.skill * 4 + 8_192) wrong(1, 'The file is too long.');
      else {
        const read = readSkill(readFileSync(path, 'utf8'), name);
        if (read.ok) list.skills.push({ ...read.skill, source });
        else wrong(read.line, read.message);
      }
    } catch {
      wrong(1, 'There is no SKILL.md that can be read.');
    }
  }
  return list;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name.slice(0, 200))
      .sort()
      .slice(0, MOST);
  } catch {
    return []; // there is no such folder
  }
}
