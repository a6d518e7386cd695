import { type AppErrorBody, ERROR_CODES, type ErrorCode } from '@pagehand/contracts/errors';
import type { Receipt } from '@pagehand/contracts/receipt';
import { RUN_EVENTS } from '@pagehand/contracts/run-events';
import { withOutput, withTasks } from './turn-items.ts';
import type { ThreadView, Turn, TurnItem } from './view-state.ts';

/** An AG-UI event as the backend sent it, with its place in the thread. */
export type SequencedEvent = { seq: number; event: Readonly<Record<string, unknown>> };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The error of RUN_ERROR. An unknown code is an internal one, its message stays. */
export function errorOfRun(event: Readonly<Record<string, unknown>>): AppErrorBody {
  const code = isErrorCode(event['code']) ? event['code'] : 'internal';
  return {
    code,
    message: text(event['message']),
    retryable: ERROR_CODES[code].retryable,
    hint: ERROR_CODES[code].hint,
  };
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

/**
 * Puts one event into the view. Pure: an event that was seen already, or of a kind that has nothing to show, gives the
 * very same object back; so replaying a stream from any earlier place ends in the same view.
 * @param now ms since the epoch; stamps the start and the end of turns.
 */
export function reduceEvent(view: ThreadView, { seq, event }: SequencedEvent, now: number): ThreadView {
  if (seq <= view.lastSeq) return view;
  return { ...applyEvent(view, event, seq, now), lastSeq: seq };
}

function applyEvent(view: ThreadView, event: SequencedEvent['event'], seq: number, now: number): ThreadView {
  switch (event['type']) {
    case 'RUN_STARTED':
      return runStarted(view, text(event['runId']), now);
    case 'RUN_FINISHED': {
      const outcome = event['outcome'];
      const type = typeof outcome === 'object' && outcome !== null && 'type' in outcome ? outcome.type : undefined;
      const state = type === 'interrupt' ? 'waiting' : type === 'cancelled' ? 'stopped' : 'done';
      return changeLast(view, (turn) => endTurn(turn, state, now));
    }
    case 'RUN_ERROR': {
      const error = errorOfRun(event);
      return changeLast(view, (turn) =>
        error.code === 'cancelled'
          ? endTurn(turn, 'stopped', now)
          : { ...endTurn(withoutLastNotice(turn, error.code), 'failed', now), error },
      );
    }
    case 'TEXT_MESSAGE_START':
      return appendText(view, text(event['messageId']), '');
    case 'TEXT_MESSAGE_CONTENT':
    case 'TEXT_MESSAGE_CHUNK':
      return appendText(view, text(event['messageId']), text(event['delta']));
    case 'TEXT_MESSAGE_END':
      return changeItem(view, text(event['messageId']), (item) =>
        item.type === 'text' ? { ...item, done: true } : item,
      );
    case 'TOOL_CALL_START':
      return addItem(view, {
        type: 'tool',
        id: text(event['toolCallId']),
        name: text(event['toolCallName']),
        argsText: '',
        state: 'running',
      });
    case 'TOOL_CALL_ARGS':
      return changeItem(view, text(event['toolCallId']), (item) =>
        item.type === 'tool' ? { ...item, argsText: item.argsText + text(event['delta']) } : item,
      );
    case 'TOOL_CALL_RESULT':
      return changeItem(view, text(event['toolCallId']), (item) =>
        item.type === 'tool' ? { ...item, state: 'done', result: text(event['content']) } : item,
      );
    case 'CUSTOM':
      return applyCustom(view, text(event['name']), event['value'], seq);
    default:
      return view;
  }
}

/** A value that does not fit its schema is left out: the view shows what is certain. */
function applyCustom(view: ThreadView, name: string, value: unknown, seq: number): ThreadView {
  switch (name) {
    case 'pagehand.interrupt': {
      const open = RUN_EVENTS[name].safeParse(value).data;
      return open ? addItem(view, { type: 'interrupt', id: open.interruptId, open, closed: false }) : view;
    }
    case 'pagehand.interrupt-closed': {
      const closed = RUN_EVENTS[name].safeParse(value).data;
      if (!closed) return view;
      return changeItem(view, closed.interruptId, (item) =>
        item.type === 'interrupt' ? { ...item, closed: true } : item,
      );
    }
    case 'pagehand.claim': {
      const claim = RUN_EVENTS[name].safeParse(value).data;
      if (!claim) return view;
      return changeItem(view, claim.interruptId, (item) => {
        if (item.type !== 'interrupt') return item;
        const { claimedBy: _before, ...open } = item.open;
        return { ...item, open: claim.claimedBy === undefined ? open : { ...open, claimedBy: claim.claimedBy } };
      });
    }
    case 'pagehand.receipt': {
      const posted = RUN_EVENTS[name].safeParse(value).data;
      return posted ? addReceipt(view, posted.interruptId, posted.receipt) : view;
    }
    case 'pagehand.sent': {
      const sent = RUN_EVENTS[name].safeParse(value).data;
      return sent ? changeLast(view, (turn) => ({ ...turn, sent })) : view;
    }
    case 'pagehand.usage': {
      const usage = RUN_EVENTS[name].safeParse(value).data;
      return usage ? changeLast(view, (turn) => ({ ...turn, usage })) : view;
    }
    case 'pagehand.status': {
      const status = RUN_EVENTS[name].safeParse(value).data;
      return status ? changeLast(view, (turn) => ({ ...turn, status: status.text })) : view;
    }
    case 'pagehand.notice': {
      const error = RUN_EVENTS[name].safeParse(value).data;
      if (!error) return view;
      const once = changeLast(view, (turn) => withoutLastNotice(turn, error.code));
      return addItem(once, { type: 'notice', id: `notice-${seq}`, error });
    }
    case 'pagehand.kit-output': {
      const said = RUN_EVENTS[name].safeParse(value).data;
      return said ? changeItem(view, said.toolCallId, (item) => withOutput(item, said.stream, said.text)) : view;
    }
    case 'pagehand.kit-result': {
      const ended = RUN_EVENTS[name].safeParse(value).data;
      if (!ended) return view;
      return changeItem(view, ended.toolCallId, (item) =>
        item.type === 'tool' ? { ...item, kit: ended.result } : item,
      );
    }
    case 'pagehand.tasks': {
      const list = RUN_EVENTS[name].safeParse(value).data;
      return list ? changeLast(view, (turn) => ({ ...turn, items: withTasks(turn, list.tasks) })) : view;
    }
    case 'pagehand.sources': {
      const read = RUN_EVENTS[name].safeParse(value).data;
      if (!read) return view;
      return changeItem(view, read.toolCallId, (item) =>
        item.type === 'tool' ? { ...item, sources: read.sources } : item,
      );
    }
    case 'pagehand.title': {
      const title = RUN_EVENTS[name].safeParse(value).data;
      return title ? { ...view, title: title.title } : view;
    }
    default:
      return view;
  }
}

/** The same failure again, or at last as the end of the run, is told once. */
function withoutLastNotice(turn: Turn, code: ErrorCode): Turn {
  const last = turn.items.at(-1);
  return last?.type === 'notice' && last.error.code === code ? { ...turn, items: turn.items.slice(0, -1) } : turn;
}

/** Adds a receipt to a plan; the first one for a step wins, as in the store. */
export function addReceipt(view: ThreadView, interruptId: string, receipt: Receipt): ThreadView {
  return changeItem(view, interruptId, (item) => {
    if (item.type !== 'interrupt') return item;
    if (item.open.receipts.some((known) => known.stepId === receipt.stepId)) return item;
    return { ...item, open: { ...item.open, receipts: [...item.open.receipts, receipt] } };
  });
}

/** A run of a turn that is still open goes on with it; any other run begins a turn. */
function runStarted(view: ThreadView, runId: string, now: number): ThreadView {
  const last = view.turns.at(-1);
  if (last && (last.turnId === runId || last.state === 'running' || last.state === 'waiting')) {
    return changeLast(view, ({ endedAt: _before, ...turn }) => ({ ...turn, state: 'running' }));
  }
  return {
    ...view,
    turns: [...view.turns, { turnId: runId, ask: undefined, items: [], state: 'running', startedAt: now }],
  };
}

/** Closes what still streams or runs. `waiting` is a pause: tools that wait for the person stay open. */
export function endTurn(turn: Turn, state: Turn['state'], now: number): Turn {
  const items = turn.items.map((item): TurnItem => {
    if (item.type === 'text') return item.done ? item : { ...item, done: true };
    if (state === 'waiting') return item;
    if (item.type === 'tool') return { ...item, state: 'done' };
    return item.type === 'interrupt' ? { ...item, closed: true } : item;
  });
  const { status: _status, ...rest } = turn;
  return { ...rest, items, state, endedAt: now };
}

export function changeLast(view: ThreadView, change: (turn: Turn) => Turn): ThreadView {
  const last = view.turns.at(-1);
  return last ? { ...view, turns: [...view.turns.slice(0, -1), change(last)] } : view;
}

/** Changes the item with this id, in whichever turn it is. */
export function changeItem(view: ThreadView, id: string, change: (item: TurnItem) => TurnItem): ThreadView {
  for (let at = view.turns.length - 1; at >= 0; at -= 1) {
    const turn = view.turns[at];
    const index = turn?.items.findIndex((item) => item.id === id) ?? -1;
    const item = turn?.items[index];
    if (!turn || !item) continue;
    const next = change(item);
    if (next === item) return view;
    return { ...view, turns: view.turns.with(at, { ...turn, items: turn.items.with(index, next) }) };
  }
  return view;
}

function addItem(view: ThreadView, item: TurnItem): ThreadView {
  if (view.turns.some((turn) => turn.items.some((known) => known.id === item.id))) return view;
  return changeLast(view, (turn) => ({ ...turn, items: [...turn.items, item] }));
}

function appendText(view: ThreadView, id: string, delta: string): ThreadView {
  const known = view.turns.at(-1)?.items.some((item) => item.id === id);
  if (!known) return addItem(view, { type: 'text', id, text: delta, done: false });
  if (delta === '') return view;
  return changeItem(view, id, (item) => (item.type === 'text' ? { ...item, text: item.text + delta } : item));
}
