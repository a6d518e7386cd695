import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { describe, expect, test } from 'vitest';
import { backgroundRisk } from '../../entrypoints/sidepanel/store/background-actions.ts';
import { closeWith } from '../../entrypoints/sidepanel/store/interrupt-items.ts';
import { reduceEvent } from '../../entrypoints/sidepanel/store/reduce-event.ts';
import { viewOfThread } from '../../entrypoints/sidepanel/store/reduce-messages.ts';
import type { ThreadView } from '../../entrypoints/sidepanel/store/view-state.ts';
import { isSearchPage, SEARCH_PAGES, searchUrl } from '../../entrypoints/utils/search-pages.ts';

const SOURCES = [{ n: 1, title: 'Green tea', url: 'https://tea.example/' }];

describe('sources', () => {
  test('come with the call that read them, live and from a stored thread', () => {
    const events = [
      { type: 'RUN_STARTED', runId: 'r1' },
      { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'web_search' },
      { type: 'CUSTOM', name: 'pagehand.sources', value: { toolCallId: 'c1', sources: SOURCES } },
    ];
    const empty: ThreadView = { threadId: 't', title: '', turns: [], lastSeq: 0 };
    const live = events.reduce((view, event, seq) => reduceEvent(view, { seq: seq + 1, event }, 0), empty);
    const stored = viewOfThread({
      thread: { threadId: 't', title: '', pinned: false, createdAt: 0, updatedAt: 0, waiting: false },
      messages: [
        {
          id: 'm1',
          turnId: 'r1',
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'c1', name: 'web_search', args: {} }],
          createdAt: 0,
        },
        {
          id: 'm2',
          turnId: 'r1',
          role: 'tool',
          toolCallId: 'c1',
          content: 'found',
          artifact: { kind: 'sources', sources: SOURCES, origins: ['https://tea.example'] },
          createdAt: 0,
        },
      ],
      interrupts: [],
      lastSeq: 3,
    });
    for (const view of [live, stored])
      expect(view.turns[0]?.items).toContainEqual(
        expect.objectContaining({ type: 'tool', id: 'c1', sources: SOURCES }),
      );
  });
});

describe('a page in the background', () => {
  const open = (target: object, risk: 'none' | 'low'): OpenInterrupt =>
    ({
      interruptId: 'i1',
      turnId: 'r1',
      receipts: [],
      createdAt: 0,
      request: { kind: 'background-page', toolCallId: 'c1', tool: 'website', target, risk: { risk, reasons: [] } },
    }) as OpenInterrupt; // in the shape of the contract, for two kinds of targets

  test('the text that was read is not kept by the panel', () => {
    const item = {
      type: 'interrupt' as const,
      id: 'i1',
      open: open({ type: 'search', query: 'x' }, 'low'),
      closed: false,
    };
    const page = { url: 'https://a.example/', title: 'A', text: 'CANARY' };
    const closed = closeWith(item, { kind: 'background-page', outcome: { status: 'page', page } });
    expect(JSON.stringify(closed)).not.toContain('CANARY');
    expect(closed.closed).toBe(true);
  });

  test('an address asks, whatever the backend says of its risk', () => {
    const { request } = open({ type: 'url', url: 'https://a.example/' }, 'none');
    expect(request.kind === 'background-page' && backgroundRisk(request)).toBe('high');
  });
});

describe('search pages', () => {
  test('those that are offered are valid, and take any words', () => {
    for (const template of Object.values(SEARCH_PAGES)) {
      expect(isSearchPage(template)).toBe(true);
      expect(new URL(searchUrl(template, 'a&b #c?')).hash).toBe('');
    }
  });

  test.each([
    '',
    'https://a.example/',
    'javascript:{query}',
    'https://{query}.evil.example/',
    'https://u:p@a.example/?q={query}',
  ])('%j is none', (template) => {
    expect(isSearchPage(template)).toBe(false);
  });
});
