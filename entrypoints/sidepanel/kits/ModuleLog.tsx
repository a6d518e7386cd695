import type { KitLogEntry } from '@pagehand/contracts/kit-module';
import { partsOfKitTool } from '@pagehand/contracts/kit-names';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import type { TextKey } from '../texts/text.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { DiffView } from '../ui/DiffView.tsx';
import { useAttempt } from '../use-attempt.ts';

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
  const { error, attempt } = useAttempt();
  const load = async () => setEntries((await services.kits.log({ moduleId }, AbortSignal.timeout(60_000))).entries);
  const undo = (commit: string) =>
    attempt(async () => {
      await services.kits.undo({ moduleId, target: commit }, AbortSignal.timeout(60_000));
      await load();
    });
  const undone = new Set(entries?.flatMap(({ undoes }) => undoes ?? []));
  return (
    <details
      className="fold"
      data-testid="module-log"
      onToggle={(event) => {
        if (event.currentTarget.open) void attempt(load);
      }}
    >
      <summary>{t('kitLog')}</summary>
      <div className="fold-body">
        {error ? <ErrorLine error={error} /> : null}
        <ol className="rows kit-log">
          {entries?.map((entry) => (
            <Change
              key={entry.commit}
              moduleId={moduleId}
              entry={entry}
              undone={undone.has(entry.commit)}
              onUndo={() => void undo(entry.commit)}
            />
          ))}
        </ol>
      </div>
    </details>
  );
}

/** The tool's own name: whose it is says the card. */
const nameOf = (tool: string | undefined): string =>
  tool === undefined || tool === 'save_to_workspace' ? '' : (partsOfKitTool(tool)?.tool ?? tool);

type ChangeProps = { moduleId: string; entry: KitLogEntry; undone: boolean; onUndo(): void };

/** One change: what made it and when; opened, its difference. */
function Change({ moduleId, entry, undone, onUndo }: ChangeProps) {
  const t = useText();
  const { services } = useActions();
  const [open, setOpen] = useState(false);
  const [diff, setDiff] = useState<string>();
  const { error, attempt } = useAttempt();
  const id = useId();
  const name = nameOf(entry.tool);
  const what = `${t(KINDS[entry.kind])} ${name}`.trim();
  const toggle = async (): Promise<void> => {
    setOpen(!open);
    if (open || diff !== undefined) return;
    await attempt(async () => {
      const found = await services.kits.diff({ moduleId, commit: entry.commit }, AbortSignal.timeout(30_000));
      setDiff(found.cut ? `${found.text}\n[...]` : found.text);
    });
  };
  return (
    <li>
      <div className="kit-change">
        <Button
          look="quiet"
          className="kit-change-open"
          aria-expanded={open}
          aria-controls={id}
          onPress={() => void toggle()}
        >
          <ChevronRight size={14} className={open ? 'chevron chevron-open' : 'chevron mirror'} aria-hidden="true" />
          <span>
            <span className={undone ? 'kit-change-undone' : undefined}>
              {t(KINDS[entry.kind])} <bdi>{name}</bdi>
            </span>{' '}
            <span className="hint">{t.when(entry.at)}</span>
          </span>
        </Button>
        {entry.kind === 'start' ? null : undone ? (
          <span className="hint">{t('kitUndone')}</span>
        ) : (
          <Button aria-label={t('kitUndoNamed', { what })} onPress={onUndo}>
            {t('kitUndo')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!open}>
        {error ? <ErrorLine error={error} /> : null}
        {diff === undefined ? null : <DiffView diff={diff} />}
      </div>
    </li>
  );
}
