import { partsOfKitTool } from '@pagehand/contracts/kit-names';
import { memo } from 'react';
import { ApprovalCard } from '../approval/ApprovalCard.tsx';
import { QuestionCard } from '../approval/QuestionCard.tsx';
import { BackgroundPageCard } from '../background-page/BackgroundPageCard.tsx';
import { KitCall } from '../kits/KitCall.tsx';
import { PageToolCard } from '../page-tools/PageToolCard.tsx';
import { PlanCard } from '../plan/PlanCard.tsx';
import { ErrorCard } from '../states/ErrorCard.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import type { Turn, TurnItem } from '../store/view-state.ts';
import { type Translate, useText } from '../texts/text.ts';
import { GivenWithAsk } from './GivenWithAsk.tsx';
import { Markdown } from './Markdown.tsx';
import { Sources } from './Sources.tsx';
import { TasksCard } from './TasksCard.tsx';
import { ToolCall } from './ToolCall.tsx';
import { WhatWasSent } from './WhatWasSent.tsx';

/** Cards beside which the call itself is listed when they are closed: it has its result. */
const LEAVES_ITS_CALL: ReadonlySet<string> = new Set(['approval', 'background-page']);

/** One turn: the person's words, then everything that came of them. */
export const TurnView = memo(function TurnView({ turn }: { turn: Turn }) {
  const t = useText();
  const carded = new Set(
    turn.items.flatMap((item) =>
      item.type === 'interrupt' && (!LEAVES_ITS_CALL.has(item.open.request.kind) || !item.closed)
        ? [item.open.request.toolCallId]
        : [],
    ),
  );
  return (
    <article
      className="turn"
      aria-label={turn.ask === undefined ? t('turnLabel') : t('turnLabelAsk', { ask: turn.ask.slice(0, 80) })}
    >
      {turn.ask === undefined ? null : (
        <div className="ask" data-testid="ask">
          <p dir="auto">{turn.ask}</p>
          {turn.given === undefined || turn.given.length === 0 ? null : <GivenWithAsk given={turn.given} />}
        </div>
      )}
      {turn.items.map((item) =>
        item.type === 'tool' && (carded.has(item.id) || isListed(item)) ? null : (
          <Item key={item.id} item={item} live={turn.state === 'running'} />
        ),
      )}
      <Sources sources={turn.items.flatMap((item) => (item.type === 'tool' ? (item.sources ?? []) : []))} />
      {turn.state === 'stopped' ? (
        <p className="hint" data-testid="stopped">
          {stoppedWords(turn, t)}
        </p>
      ) : null}
      {turn.state === 'failed' && turn.error ? <ErrorCard error={turn.error} ask={turn.ask} /> : null}
      {turn.state === 'running' ? null : <WhatWasSent turn={turn} />}
    </article>
  );
});

function Item({ item, live }: { item: TurnItem; live: boolean }) {
  switch (item.type) {
    case 'text':
      return (
        <div data-testid="answer" data-done={item.done}>
          <Markdown text={item.text} streaming={!item.done} />
        </div>
      );
    case 'tool': {
      const kit = partsOfKitTool(item.name);
      return kit === undefined ? <ToolCall item={item} /> : <KitCall item={item} moduleId={kit.moduleId} />;
    }
    case 'tasks':
      return <TasksCard tasks={item.tasks} />;
    case 'notice':
      return <ErrorLine error={item.error} retrying={live} />;
    case 'interrupt': {
      const { open, closed, answer } = item;
      const { request } = open;
      if (request.kind === 'plan') return <PlanCard open={{ ...open, request }} closed={closed} answer={answer} />;
      if (request.kind === 'question')
        return <QuestionCard open={open} request={request} closed={closed} answer={answer} />;
      if (request.kind === 'approval')
        return <ApprovalCard open={open} request={request} closed={closed} answer={answer} />;
      if (request.kind === 'background-page')
        return <BackgroundPageCard open={open} request={request} closed={closed} answer={answer} />;
      return <PageToolCard open={open} request={request} closed={closed} answer={answer} />;
    }
  }
}

/** What changed the to-do list is seen in the list; what failed is shown. */
const isListed = (item: Extract<TurnItem, { type: 'tool' }>): boolean =>
  (item.name === 'set_plan' || item.name === 'update_plan') && !(item.result ?? '').startsWith('{"error"');

/** `stopped after step 2`, with what was done before. */
function stoppedWords(turn: Turn, t: Translate): string {
  const plan = turn.items.findLast((item) => item.type === 'interrupt' && item.open.request.kind === 'plan');
  const done = plan?.type === 'interrupt' ? plan.open.receipts.length : 0;
  return done > 0 ? t('stoppedAfter', { n: t.number(done) }) : t('stopped');
}
