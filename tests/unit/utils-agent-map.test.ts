import { AppError } from '@pagehand/contracts/errors';
import type { ToolDeclaration } from '@pagehand/contracts/snapshot';
import { describe, expect, test } from 'vitest';
import { AGENT_TOOLS } from '../../backend/tools/index.ts';
import { buildCommands, completeCommand } from '../../entrypoints/utils/agent-map.ts';
import { argumentForm, readArguments, readForm, restArgument } from '../../entrypoints/utils/command-arguments.ts';

const tool = (name: string, parameters: Record<string, unknown>, available = true) => {
  const declaration: ToolDeclaration = {
    name,
    description: `does ${name}`,
    parameters,
    risk: 'low',
    source: 'agent',
    owner: 'test',
    global: true,
  };
  return { declaration, available };
};
const BROWSER_ACTION = tool('browser_action', {
  type: 'object',
  properties: {
    goal: { type: 'string', minLength: 1 },
    target_url: { type: 'string', format: 'uri' },
    constraints: { type: 'object' },
  },
  required: ['goal'],
});
const READ_PAGE = tool('read_page', {
  type: 'object',
  properties: {
    view: { type: 'string', enum: ['text', 'outline'] },
    query: { type: 'string' },
    limit: { type: 'integer', minimum: 1, maximum: 10 },
    deep: { type: 'boolean' },
  },
});
const commands = buildCommands([BROWSER_ACTION, READ_PAGE]);
const command = (name: string) => {
  const found = commands.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe('the composer text', () => {
  test.each([
    ['hello there', 'text'],
    ['/', 'bare-slash'],
    ['/br', 'partial-agent'],
    ['/browser', 'agent-chosen'],
    ['/browser-', 'agent-chosen'],
    ['/browser-ac', 'partial-action'],
    ['/brwoser-action', 'unknown'],
    ['/zzz', 'unknown'],
    ['/browser-action', 'needs-arguments'],
    ['/browser-action   ', 'needs-arguments'],
    ['/browser-action click Save', 'complete'],
    ['/BROWSER-ACTION click Save', 'complete'],
    ['/react-ask', 'needs-arguments'],
    ['/react-ask what is this', 'text'],
    ['/zzz and more', 'unknown'],
  ])('%j is %s', (input, state) => {
    expect(completeCommand(input, commands).state).toBe(state);
  });

  test('a misspelt command suggests the near one', () => {
    const completion = completeCommand('/brwoser-action', commands);
    expect('suggestions' in completion && completion.suggestions.map((one) => one.name)).toEqual(['browser-action']);
  });

  test('every command that is listed completes to a call of its tool, or asks for what is missing', () => {
    for (const { name, tool: declared } of commands) {
      const completion = completeCommand(`/${name} some words`, commands);
      if (name === 'upload-file') expect(completion).toEqual({ state: 'upload', text: 'some words' });
      else if (declared === undefined) expect(completion).toEqual({ state: 'text', text: 'some words' });
      else expect(completion).toMatchObject({ state: 'complete', call: { tool: declared.name } });
    }
  });

  test('every tool that a person may start has a command, which is a call of it or asks for what is missing', () => {
    // Those that only a model has a use for, in the middle of its work.
    const inner = ['ask_user', 'read_result', 'read_source'];
    const tools = AGENT_TOOLS.filter(({ name, onlyForAgents }) => onlyForAgents !== true && !inner.includes(name));
    const all = buildCommands(tools.map(({ declaration }) => ({ declaration, available: true })));
    for (const { name } of tools) {
      const found = all.find((one) => one.tool?.name === name);
      expect(found, `${name} has no command`).toBeDefined();
      const completion = completeCommand(`/${found?.name}`, all);
      expect(['complete', 'needs-arguments'], name).toContain(completion.state);
      if (completion.state === 'complete') expect(completion.call).toEqual({ tool: name, args: {} });
    }
  });

  test('hyphens and underscores of a name are the same', () => {
    const mark = tool('gmail_mark_read', {
      type: 'object',
      properties: { message_id: { type: 'string' } },
      required: ['message_id'],
    });
    for (const typed of ['/gmail-mark_read', '/gmail-mark-read', '/Gmail-Mark-Read'])
      expect(completeCommand(`${typed} 18c2f00a`, buildCommands([mark]))).toMatchObject({
        state: 'complete',
        call: { tool: 'gmail_mark_read', args: { message_id: '18c2f00a' } },
      });
  });

  test('a required argument is asked for and never sent empty', () => {
    expect(completeCommand('/browser-action goal=""', commands)).toMatchObject({
      state: 'needs-arguments',
      missing: ['goal'],
    });
  });

  test('the command of a tool that is not available is listed with what to connect, and is never sent', () => {
    const unavailable = new AppError('tool-unavailable', 'Connect it first.').toBody();
    const some = buildCommands([{ ...BROWSER_ACTION, available: false, unavailable }, READ_PAGE]);
    expect(some.map((one) => one.name)).toEqual(['react-ask', 'upload-file', 'browser-action', 'read-page']);
    expect(completeCommand('/browser-action', some)).toMatchObject({ state: 'unavailable', unavailable });
    expect(completeCommand('/browser-action click Save', some).state).toBe('unavailable');
  });

  test('/skill-run takes a skill and its text; without text it waits, and an unknown one suggests', () => {
    const skill = { name: 'three-lines', description: 'x', tools: [], instructions: 'y', source: 'own' as const };
    const some = buildCommands([], [], [skill]);
    expect(completeCommand('/skill-run three-lines sum up', some)).toMatchObject({
      state: 'skill',
      skill: 'three-lines',
      text: 'sum up',
    });
    expect(completeCommand('/skill-run thr', some)).toMatchObject({ state: 'partial-action', agent: 'skill' });
    expect(completeCommand('/skill-run three-lines', some).state).toBe('partial-action');
    expect(completeCommand('/skill-run zzz now', some).state).toBe('unknown');
  });

  test('/tool-run also runs tools of MCP servers, by their name on the wire', () => {
    const one = tool('mcp_shelf_read_abc123', { type: 'object', properties: { text: { type: 'string' } } });
    const some = buildCommands([{ ...one, declaration: { ...one.declaration, source: 'mcp' } }]);
    expect(completeCommand('/tool-run mcp_shelf_read_abc123 top', some)).toMatchObject({
      state: 'complete',
      call: { tool: 'mcp_shelf_read_abc123', args: { text: 'top' } },
    });
    // The server's own name for it does, where only one server has such a tool.
    expect(completeCommand('/tool-run read top', some)).toMatchObject({ call: { tool: 'mcp_shelf_read_abc123' } });
    expect(completeCommand('/tool-run shelf top', some).state).toBe('unknown');
    const other = { ...one.declaration, name: 'mcp_attic_read_def456', source: 'mcp' as const };
    const both = buildCommands([
      { ...one, declaration: { ...one.declaration, source: 'mcp' } },
      { ...one, declaration: other },
    ]);
    expect(completeCommand('/tool-run read top', both).state).toBe('unknown');
  });

  test('a name from the page never becomes a command', () => {
    expect(buildCommands([tool('page_abc_pay', { type: 'object' })]).map((one) => one.name)).toEqual([
      'react-ask',
      'upload-file',
    ]);
  });
});

describe('arguments', () => {
  test('named ones are typed by the schema, the rest is the free text', () => {
    expect(readArguments(command('read-page'), 'view=outline limit=3 deep=yes prices in "EUR"')).toEqual({
      view: 'outline',
      limit: 3,
      deep: true,
      query: 'prices in "EUR"',
    });
  });

  test.each([
    'query="green tea" limit=3',
    'query=“green tea” limit=3',
    "query='green tea' limit=3",
    'limit=3 green tea',
  ])('quotation marks of any kind hold words together: %s', (typed) => {
    expect(readArguments(command('read-page'), typed)).toEqual({ query: 'green tea', limit: 3 });
  });

  test('an equals sign in the text that names no argument stays text', () => {
    expect(readArguments(command('browser-action'), 'set a=b')).toEqual({ goal: 'set a=b' });
  });

  test('a value that does not fit stays text instead of being sent wrong', () => {
    expect(readArguments(command('read-page'), 'limit=99')).toEqual({ query: 'limit=99' });
  });

  test('a URL goes to the required argument that takes one', () => {
    const ask = buildCommands([
      tool('browser_action', {
        type: 'object',
        properties: { url: { type: 'string', format: 'uri' }, question: { type: 'string' } },
        required: ['url', 'question'],
      }),
    ])[2];
    if (ask === undefined) throw new Error('no command');
    expect(readArguments(ask, 'https://a.example/x what is it?')).toEqual({
      url: 'https://a.example/x',
      question: 'what is it?',
    });
  });

  test('the form shows required fields first, with bounds, options and what is known', () => {
    expect(
      argumentForm(command('browser-action'), { goal: 'x' }).map((field) => [field.name, field.required, field.value]),
    ).toEqual([
      ['goal', true, 'x'],
      ['target_url', false, ''],
      ['constraints', false, ''],
    ]);
    expect(argumentForm(command('read-page'), {}).find((field) => field.name === 'limit')).toMatchObject({
      input: 'integer',
      min: 1,
      max: 10,
    });
  });

  test('a form with an empty required field is refused, field by field', () => {
    expect(readForm(command('browser-action'), { goal: '  ', constraints: '{' })).toMatchObject({
      ok: false,
      problems: [{ path: 'goal' }, { path: 'constraints' }],
    });
  });

  test('a filled form becomes the call; empty optional fields are left out', () => {
    expect(readForm(command('read-page'), { view: 'Text', limit: '2', query: '' })).toEqual({
      ok: true,
      call: { tool: 'read_page', args: { view: 'text', limit: 2 } },
    });
  });
});

test('words beside a named argument go to the one that is still needed, not nowhere', () => {
  const { declaration } = tool('count_values', {
    type: 'object',
    properties: { file: { type: 'string' }, column: { type: 'string' }, least: { type: 'integer' } },
    required: ['file', 'column'],
  });
  const made = { name: 'count', tool: declaration, description: '', ...restArgument(declaration.parameters) };
  expect(readArguments(made, 'table.json column=City least=2')).toEqual({
    file: 'table.json',
    column: 'City',
    least: 2,
  });
  expect(readArguments(made, 'file=table.json City')).toEqual({ file: 'table.json', column: 'City' });
  expect(readArguments(made, 'City')).toEqual({ column: 'City' });
});

describe('/kit-run', () => {
  const kitTool = (name: string, available = true) => {
    const { declaration } = tool(name, {
      type: 'object',
      properties: { path: { type: 'string' }, rows: { type: 'integer' } },
      required: ['path'],
    });
    return { declaration: { ...declaration, source: 'kit' as const }, available };
  };
  const offered = buildCommands([
    kitTool('kit_my-tables_filter_rows'),
    kitTool('kit_my-tables_filter'),
    kitTool('kit_pdf_text', false),
  ]);

  test('names module and tool, and what follows are the arguments', () => {
    expect(completeCommand('/kit-run my-tables filter_rows a.csv rows=3', offered)).toMatchObject({
      state: 'complete',
      call: { tool: 'kit_my-tables_filter_rows', args: { path: 'a.csv', rows: 3 } },
    });
    expect(completeCommand('/kit-run my-tables filter {"path":"b c.csv"}', offered)).toMatchObject({
      state: 'complete',
      call: { tool: 'kit_my-tables_filter', args: { path: 'b c.csv' } },
    });
  });

  test('is completed word by word, and asks for what is missing', () => {
    const names = (text: string) => {
      const completion = completeCommand(text, offered);
      return 'suggestions' in completion ? completion.suggestions.map(({ name }) => name) : completion.state;
    };
    expect(names('/kit-run')).toHaveLength(3);
    expect(names('/kit-run my')).toEqual(['kit-run my-tables filter_rows', 'kit-run my-tables filter']);
    expect(names('/kit-run my-tables filter')).toEqual(['kit-run my-tables filter', 'kit-run my-tables filter_rows']);
    expect(names('/kit-run my-tables filter ')).toBe('needs-arguments');
    expect(names('/kit-run my-tables filter_rows')).toBe('needs-arguments');
    expect(names('/kit-run pdf text a.pdf')).toBe('unavailable');
    expect(completeCommand('/kit-run nobody x', offered).state).toBe('unknown');
  });
});
