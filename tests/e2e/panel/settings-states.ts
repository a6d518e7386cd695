import { AppError } from '@pagehand/contracts/errors';
import { McpServerResponses, type McpServerView } from '@pagehand/contracts/mcp';
import { McpDoorResponses } from '@pagehand/contracts/mcp-door';
import { SkillsResponseSchema } from '@pagehand/contracts/skills';
import type { Panel } from '../support/panel.ts';
import { openPanel } from './open-panel.ts';
import type { Stage } from './play.ts';

const tool = (name: string, description: string) => ({
  name,
  description,
  parameters: { type: 'object', properties: { shelf: { type: 'string' } } },
  annotations: {},
});

const SERVERS: McpServerView[] = [
  {
    name: 'shelf',
    kind: 'stdio',
    target: 'shelf-server --books /home/ada/books/all-of-them',
    enabled: true,
    state: 'running',
    offer: 'f'.repeat(64),
    tools: [
      {
        name: 'read_shelf',
        wire: 'mcp_shelf_read_shelf',
        state: 'accepted',
        trusted: true,
        now: tool('read_shelf', 'Says what is on the shelf'),
      },
      {
        name: 'put_book',
        state: 'changed',
        trusted: false,
        now: tool('put_book', 'Puts a book on the shelf, and tells the library'),
        before: tool('put_book', 'Puts a book on the shelf'),
      },
      { name: 'burn_book', state: 'gone', trusted: false },
    ],
  },
  {
    name: 'weather',
    kind: 'http',
    target: 'https://weather.example/mcp',
    enabled: true,
    state: 'failed',
    error: new AppError('service-unreachable', 'weather.example does not answer.').toBody(),
    tools: [],
  },
  { name: 'quiet', kind: 'stdio', target: 'quiet-server', enabled: false, state: 'off', tools: [] },
];

async function openSettings({ browser, backend }: Stage, heading: string): Promise<Panel> {
  const panel = await openPanel(browser, backend);
  await panel.click('button', 'Model: offline model');
  const found = await panel.find('heading', heading);
  await found.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  return panel;
}

/** States of the settings and of the composer that need more than a thread. */
export const SETTINGS_STATES: Readonly<Record<string, (stage: Stage) => Promise<Panel>>> = {
  'MCP servers': async (stage) => {
    stage.backend.answers.set('/api/mcp-servers/list', McpServerResponses.list.parse({ servers: SERVERS }));
    const panel = await openSettings(stage, 'MCP servers');
    await panel.waitForText('burn_book');
    return panel;
  },
  'other agents': async (stage) => {
    const door = {
      enabled: true,
      url: 'http://127.0.0.1:4519/mcp',
      command: 'npx --yes pagehand mcp --data /home/ada/.pagehand',
      clients: [
        { clientId: 'c1', name: 'An editor with a long name on the other machine', createdAt: 1_790_000_000_000 },
      ],
    };
    stage.backend.answers.set('/api/mcp-door/get', McpDoorResponses.get.parse(door));
    stage.backend.answers.set(
      '/api/mcp-door/inbox',
      McpDoorResponses.inbox.parse({ calls: [], consents: [], cancelled: [] }),
    );
    stage.backend.answers.set('/api/mcp-door/add', McpDoorResponses.add.parse({ door, token: 't'.repeat(43) }));
    const panel = await openSettings(stage, 'Other agents');
    await panel.type('textbox', 'Name of a program', 'Another');
    await panel.click('button', 'Add it');
    await panel.page.waitForSelector('[data-testid="door-token"]');
    return panel;
  },
  'own search page': async (stage) => {
    const panel = await openSettings(stage, 'Web search');
    await panel.page.select('[data-testid="search-page"]', '');
    const field = await panel.page.waitForSelector('[data-testid="search-page-own"]');
    await field?.click({ count: 3 });
    await field?.type('http://search.example');
    return panel;
  },
  'skills': async ({ browser, backend }) => {
    const skills = ['three-lines', 'compare-offers'].map((name) => ({
      name,
      description: 'Answers in three lines, whatever was asked, and says what it leaves out',
      tools: ['read_page'],
      instructions: 'Answer in three lines.',
      source: 'own',
    }));
    backend.answers.set('/api/skills/list', SkillsResponseSchema.parse({ skills, problems: [] }));
    const panel = await openPanel(browser, backend);
    await panel.find('button', 'Summarize this page');
    await panel.type('textbox', 'Message', '/skill-run ');
    await panel.find('option', 'three-lines');
    return panel;
  },
};
