import type { KitModule } from '@pagehand/contracts/kit-module';
import { LoaderCircle } from 'lucide-react';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import type { Kits } from './use-kits.ts';

/** Where the image of a module stands; nothing while it is ready. */
export function ModuleImage({ module, kits }: { module: KitModule; kits: Kits }) {
  const t = useText();
  const { image, moduleId } = module;
  if (image.state === 'ready') return null;
  if (image.state === 'building')
    return (
      <div className="image-state" data-testid="module-building">
        <p className="working" role="status">
          <LoaderCircle size={14} className="spin" aria-hidden="true" />
          {t('kitBuilding')}
        </p>
        {image.lines.length === 0 ? null : (
          <pre className="output" dir="ltr">
            {image.lines.slice(-6).join('\n')}
          </pre>
        )}
      </div>
    );
  return (
    <div className="image-state">
      {image.state === 'failed' ? <ErrorLine error={image.error} /> : <p className="hint">{t('kitNoImage')}</p>}
      <div className="buttons">
        <Button
          look="primary"
          disabled={kits.busy}
          onPress={() => void kits.change((api, signal) => api.build({ moduleId }, signal))}
        >
          {t('kitBuild')}
        </Button>
      </div>
    </div>
  );
}
