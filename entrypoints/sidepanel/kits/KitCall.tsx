import type { KitArtifact } from '@pagehand/contracts/kit-module';
import { LoaderCircle, Package, PackageX } from 'lucide-react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import type { TurnItem } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { errorOfResult } from '../thread/error-of-result.ts';
import { ToolFacts } from '../thread/ToolFacts.tsx';
import { toolTitle } from '../thread/tool-title.ts';
import { DownloadFile } from './DownloadFile.tsx';

type Item = Extract<TurnItem, { type: 'tool' }>;

/** A call of a kit's tool: what it printed while it ran, what it gave back, and the files that it made. */
export function KitCall({ item, moduleId }: { item: Item; moduleId: string }) {
  const t = useText();
  const running = item.state === 'running';
  const { kit } = item;
  const error = errorOfResult(item.result)?.error;
  const failed = error !== undefined || kit?.ok === false;
  const Icon = running ? LoaderCircle : failed ? PackageX : Package;
  const files = kit?.files ?? [];
  return (
    <>
      <details className="tool" data-testid="kit-call">
        <summary>
          <Icon size={14} className={running ? 'spin' : undefined} aria-hidden="true" />
          <span>{toolTitle(item.name, t)}</span>
          <span className="card-state">
            {running ? t('toolRunning') : failed ? t('toolFailed') : tookWords(kit, t)}
          </span>
        </summary>
        <ToolFacts item={item}>
          {(['stdout', 'stderr'] as const).map((stream) => {
            const text = item.output?.[stream] ?? kit?.[stream] ?? '';
            return text === '' ? null : (
              <div key={stream}>
                <dt>{t(stream === 'stdout' ? 'kitPrinted' : 'kitWarned')}</dt>
                <dd>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
                  <pre className="output" dir="ltr" tabIndex={0} data-testid={`kit-${stream}`}>
                    {text}
                  </pre>
                </dd>
              </div>
            );
          })}
        </ToolFacts>
      </details>
      {error ? <ErrorLine error={error} /> : null}
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

const tookWords = (kit: KitArtifact | undefined, t: ReturnType<typeof useText>): string | null =>
  kit === undefined ? null : t('kitTook', { ms: t.number(kit.ms) });
