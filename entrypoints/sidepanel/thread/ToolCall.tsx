import { LoaderCircle, Wrench } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { connectWords } from '../states/error-words.ts';
import type { TurnItem } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { missingConnection } from './missing-connection.ts';
import { toolTitle } from './tool-title.ts';

/** A tool call in one line; opened, its arguments and its result. */
export function ToolCall({ item }: { item: Extract<TurnItem, { type: 'tool' }> }) {
  const t = useText();
  const { actions } = useActions();
  const missing = item.result === undefined ? undefined : missingConnection(item.result);
  return (
    <>
      <details className="tool" data-testid="tool-call">
        <summary>
          {item.state === 'running' ? (
            <LoaderCircle size={14} className="spin" aria-hidden="true" />
          ) : (
            <Wrench size={14} aria-hidden="true" />
          )}
          <span>{toolTitle(item.name, t)}</span>
          <span className="card-state">{item.state === 'running' ? t('toolRunning') : null}</span>
        </summary>
        <dl className="facts">
          <div>
            <dt>{t('toolArguments')}</dt>
            <dd>
              <Value text={item.argsText} />
            </dd>
          </div>
          {item.result === undefined ? null : (
            <div>
              <dt>{t('toolResult')}</dt>
              <dd>
                <Value text={item.result} />
              </dd>
            </div>
          )}
        </dl>
      </details>
      {missing?.connection ? (
        <div className="tool-missing" data-testid="connection-missing">
          <ErrorLine error={missing} />
          <Button onPress={() => missing.connection && actions.openConnection(missing.connection)}>
            {connectWords(missing, t)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
