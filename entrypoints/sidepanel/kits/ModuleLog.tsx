import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { KitLogEntry } from '@pagehand/contracts/kit-module';
import { partsOfKitTool } from '@pagehand/contracts/kit-names';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import type { TextKey } from '../texts/text.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

const KINDS = {
  start: 'kitLog_start',
  call: 'kitLog_call',
  save: 'kitLog_save',
  undo: 'kitLog_undo',
  outside: 'kitLog_outside',
} as const satisfies Record<KitLogEntry['kind'], TextKey>;

/** What changed a workspace, newest first: each change can be seen, and taken back. */
export function ModuleLog({ moduleId }: { moduleId: string }) {
  const t = useText();
  const { services } = useActions();
  const [entries, setEntries] = useState<KitLogEntry[]>();
  const [error, setError] = useState<AppErrorBody>();
  const attempt = async (work: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    try {
      await work(AbortSignal.timeout(60_000));
      setError(undefined);
    } catch (cause) {
      setError(services.toError(cause));
    }
  };
  const load = () => attempt(async (signal) => setEntries((await services.kits.log({ moduleId }, signal)).entries));
  const undone = new Set(entries?.flatMap(({ undoes }) => undoes ?? []));
  return (
    <details
      className="fold"
      data-testid="module-log"
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary>{t('kitLog')}</summary>
      <div className="fold-body">
        {error ? <ErrorLine error={error} /> : null}
        <ol className="rows kit-log">
          {entries?.map((entry) => (
            <li key={entry.commit}>
              <Change moduleId={moduleId} entry={entry} />
              {entry.kind === 'start' ? null : undone.has(entry.commit) ? (
                <span className="hint">{t('kitUndone')}</span>
              ) : (
                <Button
                  aria-label={t('kitUndoNamed', { what: entry.tool ?? t(KINDS[entry.kind]) })}
                  onPress={() =>
                    void attempt((signal) => services.kits.undo({ moduleId, target: entry.commit }, signal)).then(load)
                  }
                >
                  {t('kitUndo')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

/** The tool's own name: whose it is says the card. */
const nameOf = (tool: string | undefined): string =>
  tool === undefined || tool === 'save_to_workspace' ? '' : (partsOfKitTool(tool)?.tool ?? tool);

function Change({ moduleId, entry }: { moduleId: string; entry: KitLogEntry }) {
  const t = useText();
  const { services } = useActions();
  const [text, setText] = useState<string>();
  const load = async (): Promise<void> => {
    if (text !== undefined) return;
    try {
      const diff = await services.kits.diff({ moduleId, commit: entry.commit }, AbortSignal.timeout(30_000));
      setText(diff.cut ? `${diff.text}\n[...]` : diff.text);
    } catch (cause) {
      setText(services.toError(cause).message);
    }
  };
  return (
    <details
      className="kit-change"
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary>
        {t(KINDS[entry.kind])} <bdi>{nameOf(entry.tool)}</bdi> <span className="hint">{t.when(entry.at)}</span>
      </summary>
      {text === undefined ? null : (
        <pre className="output" dir="ltr">
          {text}
        </pre>
      )}
    </details>
  );
}
