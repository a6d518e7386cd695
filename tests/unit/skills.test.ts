import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listSkills } from '../../backend/agent/skills/list-skills.ts';
import { readSkill } from '../../backend/agent/skills/read-skill.ts';
import { AGENT_TOOLS } from '../../backend/tools/index.ts';
import { AgentHarness, outcome, page, results } from './agent-support.ts';

const file = (front: string, body = 'Do it well.') => `---\n${front}\n---\n${body}\n`;
const GOOD = 'name: note\ndescription: Notes it\ntools: [read_page]';

describe('a SKILL.md', () => {
  test('is its front matter and its instructions', () => {
    expect(readSkill(file(GOOD), 'note')).toEqual({
      ok: true,
      skill: { name: 'note', description: 'Notes it', tools: ['read_page'], instructions: 'Do it well.' },
    });
  });

  test.each([
    ['no front matter', 'Do it.', 1, 'three hyphens'],
    ['front matter without end', '---\nname: note\n', 1, 'no end'],
    ['an unknown field', file(`${GOOD}\nrisk: none`), 5, 'risk'],
    ['a field twice', file(`${GOOD}\nname: other`), 5, 'unique'],
    ['broken YAML', file('name: note\ndescription: [a\ntools: []'), 4, ''],
    ['a wrong type', file('name: note\ndescription: x\ntools: read_page'), 4, 'tools'],
    ['a tool name with a space', file('name: note\ndescription: x\ntools:\n  - read_page\n  - rm -rf'), 6, 'tools.1'],
    ['another name than its folder', file(GOOD.replace('note', 'other')), 2, 'folder'],
    ['no instructions', file(GOOD, ''), 6, 'no instructions'],
    ['instructions without end', file(GOOD, 'x'.repeat(20_001)), 6, 'longer than'],
    ['aliases', file('name: &a note\ndescription: *a\ntools: []'), 3, ''],
  ])('with %s is refused, with the line', (_what, text, line, words) => {
    const read = readSkill(text, 'note');
    expect(read).toMatchObject({ ok: false, line });
    expect(read.ok ? '' : read.message).toContain(words);
  });
});

describe('skills', () => {
  let harness: AgentHarness;
  const write = (name: string, text: string): void => {
    mkdirSync(join(harness.folder, 'skills', name), { recursive: true });
    writeFileSync(join(harness.folder, 'skills', name, 'SKILL.md'), text);
  };
  beforeEach(async () => {
    harness = await AgentHarness.start(() => ({ text: 'Done.' }), { skills: () => listSkills(harness.folder) });
  });
  afterEach(() => harness.close());

  test('that ship are whole, and name only tools that there are', () => {
    const { skills, problems } = listSkills(harness.folder);
    expect(problems).toEqual([]);
    expect(skills.map(({ name }) => name)).toEqual(['compare-pages', 'fill-form-carefully', 'summarize-thread']);
    const known = AGENT_TOOLS.map(({ name }) => name);
    for (const { tools } of skills) expect(known).toEqual(expect.arrayContaining(tools));
  });

  test('of the person win over shipped ones of the same name, also when they are wrong', () => {
    write('compare-pages', file('name: compare-pages\ndescription: Mine\ntools: []'));
    expect(listSkills(harness.folder).skills.find(({ name }) => name === 'compare-pages')).toMatchObject({
      source: 'own',
    });
    write('compare-pages', 'broken');
    const { skills, problems } = listSkills(harness.folder);
    expect(skills.some(({ name }) => name === 'compare-pages')).toBe(false);
    expect(problems).toEqual([{ file: 'compare-pages/SKILL.md', line: 1, message: expect.any(String) }]);
  });

  test('that are links to elsewhere are not read', () => {
    mkdirSync(join(harness.folder, 'skills', 'link'), { recursive: true });
    symlinkSync('/etc/hostname', join(harness.folder, 'skills', 'link', 'SKILL.md'));
    expect(listSkills(harness.folder).problems[0]).toMatchObject({ file: 'link/SKILL.md' });
  });

  test('give their instructions to the model as the person’s words, and only the tools that they name', async () => {
    write('note', file(GOOD, 'Read, then write three lines.'));
    await harness.run({ ask: 'about apples', skill: 'note', page: page() });
    const { messages, tools } = harness.server.requests.at(-1)?.body ?? { messages: [] };
    expect(tools?.map((tool) => tool.function.name).sort()).toEqual(['read_page', 'read_result']);
    const carrier = messages.find(({ content }) => JSON.stringify(content)?.includes('Read, then write three lines.'));
    expect(carrier?.role).toBe('user');
  });

  test('never raise rights: a call of a tool that is not named is refused', async () => {
    write('note', file(GOOD));
    harness.server.script([
      { toolCalls: [{ name: 'browser_action', args: { goal: 'click' }, id: 'a' }] },
      { text: 'It was refused.' },
    ]);
    const events = await harness.run({ ask: 'go', skill: 'note', page: page() });
    expect(results(events)[0]).toContain('unknown-tool');
  });

  test('that are not there, or wrong, say so with file and line', async () => {
    write('note', file(`${GOOD}\nrisk: none`));
    harness.server.script([{ text: ['Still', ' here.'], delayMs: 300 }]);
    const { events } = await harness.begin({ ask: 'first' });
    await expect(harness.run({ ask: 'go', skill: 'note' })).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('note/SKILL.md, line 5'),
    });
    // What cannot begin takes no other run's place.
    expect(outcome(await events)).toEqual({ type: 'success' });
  });
});
