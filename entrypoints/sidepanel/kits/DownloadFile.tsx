import type { KitFile } from '@pagehand/contracts/kit-module';
import { Download, LoaderCircle } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { Value } from '../plan/Value.tsx';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';
import { useAttempt } from '../use-attempt.ts';

/** One file of a workspace in a list, with the button that saves it. */
export function DownloadFile({ moduleId, file }: { moduleId: string; file: KitFile }) {
  const t = useText();
  const { services } = useActions();
  const { busy, error, attempt } = useAttempt();
  const save = () => attempt(() => services.kits.download(moduleId, file, AbortSignal.timeout(60_000)));
  return (
    <li>
      <span className="row-name">
        <Value text={file.path} />
        <span className="hint">{t('kitFileSize', { size: t.number(Math.ceil(file.size / 1_024)) })}</span>
        {error ? <ErrorLine error={error} /> : null}
      </span>
      <IconButton label={t('kitDownload', { file: file.path })} disabled={busy} onPress={() => void save()}>
        {busy ? <LoaderCircle size={16} className="spin" /> : <Download size={16} />}
      </IconButton>
    </li>
  );
}
