import type { Turn } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { Fold } from '../ui/Card.tsx';
import { sentWord } from './sent-words.ts';

/** What the model saw in a turn: parts and how much of each, what was masked, what could not be read, tokens. */
export function WhatWasSent({ turn }: { turn: Turn }) {
  const t = useText();
  const { sent, usage } = turn;
  if (!sent && !usage) return null;
  const masked = Object.entries(sent?.masked ?? {}).filter(([, n]) => n > 0);
  return (
    <Fold summary={t('whatModelSaw')} testId="what-was-sent">
      <dl className="facts">
        {sent ? (
          <div>
            <dt>{t('sentModel')}</dt>
            <dd>{sent.model}</dd>
          </div>
        ) : null}
        {sent?.parts.map((part) => (
          <div key={part.label}>
            <dt>{sentWord(part.label, t)}</dt>
            <dd>{t('sentPart', { sent: t.number(part.sent), total: t.number(part.total) })}</dd>
          </div>
        ))}
        {masked.map(([kind, n]) => (
          <div key={kind}>
            <dt>{t('sentMasked', { kind: sentWord(kind, t) })}</dt>
            <dd>{t.number(n)}</dd>
          </div>
        ))}
        {sent?.unreadableFrames.map((frame) => (
          <div key={`${frame.origin} ${frame.reason}`}>
            <dt>{t('sentFrame')}</dt>
            <dd>{t('sentFrameReason', { origin: frame.origin, reason: sentWord(frame.reason, t) })}</dd>
          </div>
        ))}
        {usage ? (
          <div>
            <dt>{t('sentTokens')}</dt>
            <dd>
              {t(usage.estimated ? 'sentTokensEstimated' : 'sentTokensCounted', {
                input: t.number(usage.inputTokens),
                output: t.number(usage.outputTokens),
              })}
            </dd>
          </div>
        ) : null}
      </dl>
    </Fold>
  );
}
