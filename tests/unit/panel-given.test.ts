import { expect, test } from 'vitest';
import { viewOfThread } from '../../entrypoints/sidepanel/store/reduce-messages.ts';

test('a stored ask has the files and tabs that went along with it; what is no such thing is left out', () => {
  const file = { attachmentId: 'a1', name: 'lease.pdf', type: 'application/pdf', bytes: 5, chars: 3 };
  const ask = (artifact: Record<string, unknown>, turnId: string) =>
    ({ id: turnId, turnId, role: 'user', content: 'Read it', createdAt: 1, artifact }) as const;
  const stored = viewOfThread({
    thread: { threadId: 't', title: '', pinned: false, createdAt: 1, updatedAt: 1, waiting: false },
    messages: [
      ask(
        {
          kind: 'page',
          origins: [],
          attachments: [file, { ...file, attachmentId: 'a2', name: 'me.png', type: 'image/png' }],
          mentions: [{ url: 'https://other.example/x', title: '' }],
        },
        'r1',
      ),
      ask({ kind: 'page', origins: [], attachments: 'all of them' }, 'r2'),
    ],
    interrupts: [],
    lastSeq: 1,
  });
  expect(stored.turns[0]?.given?.map(({ kind, name }) => [kind, name])).toEqual([
    ['tab', 'other.example'],
    ['file', 'lease.pdf'],
    ['picture', 'me.png'],
  ]);
  expect(stored.turns[1]).toMatchObject({ ask: 'Read it', given: [] });
});
