import type { KitArtifact } from '@pagehand/contracts/kit-module';
import { LoaderCircle, Package, PackageX } from 'lucide-react';
import { Value } from '../plan/Value.tsx';
import type { TurnItem } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { DownloadFile } from './DownloadFile.tsx';

type Item = Extract<TurnItem, { type: 'tool' }>;

/** The marks around data are for models. */
const MARKS = /^<\/?untrusted\b[^\n]*>$/gmu;

/** A call of a kit's tool: what it printed while it ran, what it gave back, and the files that it made. */
export function KitCall({ item, moduleId, tool }: { item: Item; moduleId: string; tool: string }) {
  const t = useText();
  const running = item.state === 'running';
  const { kit } = item;
  const Icon = running ? LoaderCircle : kit?.ok === false ? PackageX : Package;
  const files = kit?.files ?? [];
  return (
    <>
      <details className="tool" data-testid="kit-call">
        <summary>
          <Icon size={14} className={running ? 'spin' : undefined} aria-hidden="true" />
          <span>{t('kitCall', { tool: tool.replaceAll('_', ' '), module: moduleId })}</span>
          <span className="card-state">{running ? t('toolRunning') : stateOf(kit, t)}</span>
        </summary>
        <dl className="facts">
          <div>
            <dt>{t('toolArguments')}</dt>
            <dd>
              <Value text={item.argsText} />
            </dd>
          </div>
          {(['stdout', 'stderr'] as const).map((stream) => {
            const text = item.output?.[stream] ?? kit?.[stream] ?? '';
            return text === '' ? null : (
              <div key={stream}>
                <dt>{t(stream === 'stdout' ? 'kitPrinted' : 'kitWarned')}</dt>
                <dd>
                  <pre className="output" dir="ltr" data-testid={`kit-${stream}`}>
                    {text}
                  </pre>
                </dd>
              </div>
            );
          })}
          {item.result === undefined ? null : (
            <div>
              <dt>{t('toolResult')}</dt>
              <dd>
                <Value text={item.result.replace(MARKS, '').trim()} />
              </dd>
            </div>
          )}
        </dl>
      </details>
      {files.length === 0 ? null : (
        <ul className="rows kit-files" data-testid="kit-files" aria-label={t('kitFiles')}>
          {files.map((file) => (
            <DownloadFile key={file.fileId} moduleId={moduleId} file={file} />
          ))}
        </ul>
      )}
    </>
  );
}

function stateOf(kit: KitArtifact | undefined, t: ReturnType<typeof useText>): string | null {
  if (kit === undefined) return null;
  return kit.ok ? t('kitTook', { ms: t.number(kit.ms) }) : t('kitFailed');
}
