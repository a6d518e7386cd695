import type { KitFile } from '@pagehand/contracts/kit-module';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { useAttempt } from '../use-attempt.ts';
import { DownloadFile } from './DownloadFile.tsx';

/** The files of a workspace; each can be saved, none is opened. Asked for when the fold is opened. */
export function ModuleFiles({ moduleId }: { moduleId: string }) {
  const t = useText();
  const { services } = useActions();
  const [files, setFiles] = useState<KitFile[]>();
  const { error, attempt } = useAttempt();
  const load = () =>
    attempt(async () => setFiles((await services.kits.files({ moduleId }, AbortSignal.timeout(30_000))).files));
  return (
    <details
      className="fold"
      data-testid="module-files"
      onToggle={(event) => {
        if (event.currentTarget.open) void load();
      }}
    >
      <summary>{t('kitFiles')}</summary>
      <div className="fold-body">
        {error ? <ErrorLine error={error} /> : null}
        {files?.length === 0 ? <p className="hint">{t('kitNoFiles')}</p> : null}
        <ul className="rows">
          {files?.map((file) => (
            <DownloadFile key={file.fileId} moduleId={moduleId} file={file} />
          ))}
        </ul>
      </div>
    </details>
  );
}
