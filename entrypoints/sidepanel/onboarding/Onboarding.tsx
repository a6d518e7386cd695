import { Check } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ModelSettings } from '../settings/ModelSettings.tsx';
import { StateCard } from '../states/StateCard.tsx';
import { usePanel } from '../store/panel-store.ts';
import { type TextKey, useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

type Step = 'backend' | 'model' | 'start';
const STEPS = ['backend', 'model', 'start'] as const satisfies readonly Step[];
const TITLES = { backend: 'introBackend', model: 'introModel', start: 'introStart' } as const satisfies Record<
  Step,
  TextKey
>;

/** First run: the backend is found and paired (by itself where possible), a model is chosen, then something is tried. */
export function Onboarding() {
  const t = useText();
  const { actions } = useActions();
  const ready = usePanel((state) => state.connection.state === 'ready');
  const [chosen, setChosen] = useState(false);
  const at: Step = !ready ? 'backend' : chosen ? 'start' : 'model';
  return (
    <main className="page intro">
      <img className="empty-mark" src="/icon/128.png" width={48} height={48} alt="" />
      <h1>{t('introTitle')}</h1>
      <p className="hint">{t('introAbout')}</p>
      <ol className="intro-steps">
        {STEPS.map((step, index) => {
          const done = STEPS.indexOf(at) > index;
          return (
            <li key={step} aria-current={step === at ? 'step' : undefined} className={done ? 'intro-done' : ''}>
              <h2>
                <span className="step-number" aria-hidden="true">
                  {done ? <Check size={14} /> : t.number(index + 1)}
                </span>
                {t(TITLES[step])}
                {done ? <span className="visually-hidden">{t('introDone')}</span> : null}
              </h2>
              {step === at ? <Body step={step} onChosen={() => setChosen(true)} /> : null}
            </li>
          );
        })}
      </ol>
      {ready ? (
        <Button look={at === 'start' ? 'primary' : 'quiet'} onPress={() => void actions.finishIntroduction()}>
          {t(at === 'start' ? 'introGo' : 'introSkip')}
        </Button>
      ) : null}
    </main>
  );
}

function Body({ step, onChosen }: { step: Step; onChosen(): void }) {
  const t = useText();
  if (step === 'backend') return <StateCard />;
  if (step === 'model') return <ModelSettings onSaved={onChosen} />;
  return <p className="hint">{t('introStartAbout')}</p>;
}
