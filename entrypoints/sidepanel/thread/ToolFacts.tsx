import { Fragment, type ReactNode } from 'react';
import { Value } from '../plan/Value.tsx';
import { errorWords } from '../states/error-words.ts';
import type { TurnItem } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { errorOfResult, withoutMarks } from './error-of-result.ts';

/** What a call got and gave: its arguments, what comes between, its result or its error. */
export function ToolFacts({ item, children }: { item: Extract<TurnItem, { type: 'tool' }>; children?: ReactNode }) {
  const t = useText();
  const failed = errorOfResult(item.result);
  const result = failed
    ? [`${errorWords(failed.error, t)} ${failed.error.message}`.trim(), failed.details].filter((text) => text !== '')
    : item.result === undefined
      ? []
      : [withoutMarks(item.result)];
  return (
    <dl className="facts">
      {item.argsText === '' || item.argsText === '{}' ? null : (
        <div>
          <dt>{t('toolArguments')}</dt>
          <dd>
            <Value text={item.argsText} />
          </dd>
        </div>
      )}
      {children}
      {result.length === 0 ? null : (
        <div>
          <dt>{t('toolResult')}</dt>
          <dd>
            {result.map((text, index) => (
              <Fragment key={text}>
                {index === 0 ? null : '\n'}
                <Value text={text} />
              </Fragment>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}
