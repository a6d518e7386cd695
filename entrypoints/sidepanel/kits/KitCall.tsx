import type { KitArtifact, KitConnection } from '@pagehand/contracts/kit-module';
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
  const connections = kit?.connections ?? [];
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
          {connections.length === 0 ? null : (
            <div data-testid="kit-connections">
              <dt>{t('kitConnections')}</dt>
              <dd>
                {connections.map((one) => (
                  <div key={`${one.host} ${one.port} ${one.sent} ${one.received} ${one.ms}`}>
                    {connectionWords(one, t)}
                  </div>
                ))}
              </dd>
            </div>
          )}
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

/** Where it went and how much; or why it did not. */
function connectionWords(
  { host, port, sent, received, problem }: KitConnection,
  t: ReturnType<typeof useText>,
): string {
  const place = `${host}:${port}`;
  if (problem !== undefined) return `${place}: ${problem.message}`;
  const kB = (bytes: number): string => t.number(Math.ceil(bytes / 1_024));
  return t('kitConnection', { host: place, sent: kB(sent), received: kB(received) });
}

const tookWords = (kit: KitArtifact | undefined, t: ReturnType<typeof useText>): string | null =>
  kit === undefined ? null : t('kitTook', { ms: t.number(kit.ms) });
