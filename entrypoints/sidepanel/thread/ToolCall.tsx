import { CircleAlert, LoaderCircle, Wrench } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { connectWords } from '../states/error-words.ts';
import type { TurnItem } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { errorOfResult } from './error-of-result.ts';
import { ToolFacts } from './ToolFacts.tsx';
import { toolTitle } from './tool-title.ts';

/** A tool call in one line; opened, its arguments and its result. */
export function ToolCall({ item }: { item: Extract<TurnItem, { type: 'tool' }> }) {
  const t = useText();
  const { actions } = useActions();
  const running = item.state === 'running';
  const error = errorOfResult(item.result)?.error;
  const Icon = running ? LoaderCircle : error ? CircleAlert : Wrench;
  return (
    <>
      <details className="tool" data-testid="tool-call">
        <summary>
          <Icon size={14} className={running ? 'spin' : undefined} aria-hidden="true" />
          <span>{toolTitle(item.name, t)}</span>
          <span className="card-state">{running ? t('toolRunning') : error ? t('toolFailed') : null}</span>
        </summary>
        <ToolFacts item={item} />
      </details>
      {error?.connection ? (
        <div className="tool-missing" data-testid="connection-missing">
          <ErrorLine error={error} />
          <Button onPress={() => error.connection && actions.openConnection(error.connection)}>
            {connectWords(error, t)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
