import type { PinnedStep } from '@pagehand/contracts/plan';
import type { ReactNode } from 'react';
import type { PreparedStep } from '../../utils/prepare-plan.ts';
import type { NamedTab } from '../../utils/turn-tabs.ts';
import { rich } from '../texts/rich.tsx';
import { type TextKey, type Translate, useText } from '../texts/text.ts';
import { SiteOfUrl } from '../thread/site.tsx';
import { Quoted, Target, type Targets } from './targets.tsx';

type Props = {
  step: PinnedStep;
  targets: Targets;
  /** Of a key without a target: what has the focus. Of a step about a tab: the tab. */
  about: Pick<PreparedStep, 'focus' | 'tab'> | undefined;
};

/** A step in words: verb, target by name and place, the exact value. */
export function StepWords({ step, targets, about }: Props) {
  const t = useText();
  const target = (ref: string) => <Target refId={ref} targets={targets} />;
  switch (step.kind) {
    case 'click':
      return clickWords(step, t, target);
    case 'type':
      return rich(t(typeKey(step)), { value: <Quoted text={step.text} />, target: target(step.ref) });
    case 'press': {
      const ref = step.ref ?? about?.focus?.ref;
      return rich(t(ref === undefined ? 'stepPress' : 'stepPressIn'), {
        key: <kbd>{step.key}</kbd>,
        target: ref === undefined ? '' : target(ref),
      });
    }
    case 'select':
      return rich(t('stepSelect'), { value: <Quoted text={step.values.join(', ')} />, target: target(step.ref) });
    case 'check':
      return rich(t(step.checked ? 'stepCheck' : 'stepUncheck'), { target: target(step.ref) });
    case 'set_value':
      return rich(t('stepSetValue'), { value: <Quoted text={step.value} />, target: target(step.ref) });
    case 'fill':
      return t.count('stepFill', step.fields.length);
    case 'hover':
      return rich(t('stepHover'), { target: target(step.ref) });
    case 'focus':
      return rich(t('stepFocus'), { target: target(step.ref) });
    case 'scroll':
      return t(SCROLL[step.direction]);
    case 'scroll_to':
      return rich(t('stepScrollTo'), { target: target(step.ref) });
    case 'drag':
      return rich(t(DRAG[step.place ?? 'onto']), { target: target(step.ref), to: target(step.to) });
    case 'upload':
      return rich(t('stepUpload'), { files: <Quoted text={step.files.join(', ')} />, target: target(step.ref) });
    case 'dialog':
      return step.text === undefined || !step.accept
        ? t(step.accept ? 'stepDialogAccept' : 'stepDialogDismiss')
        : rich(t('stepDialogText'), { value: <Quoted text={step.text} /> });
    case 'screenshot':
      return t('stepScreenshot');
    case 'wait':
      return waitWords(step.until, t, target);
    case 'navigate':
      return rich(t('stepNavigate'), { url: <SiteOfUrl url={step.url} /> });
    case 'open_tab':
      return rich(t('stepOpenTab'), { url: <SiteOfUrl url={step.url} /> });
    case 'back':
      return t('stepBack');
    case 'forward':
      return t('stepForward');
    case 'reload':
      return t('stepReload');
    case 'switch_tab':
      return about?.tab ? rich(t('stepSwitchTabTo'), tabWords(about.tab)) : t('stepSwitchTab');
    case 'close_tab':
      return about?.tab ? rich(t('stepCloseTabOf'), tabWords(about.tab)) : t('stepCloseTab');
    case 'read':
      return step.ref === undefined ? t('stepRead') : rich(t('stepReadPart'), { target: target(step.ref) });
    case 'find':
      return rich(t('stepFind'), { text: <Quoted text={step.text} /> });
  }
}

const tabWords = ({ title, origin }: NamedTab) => ({
  title: <Quoted text={title} />,
  site: origin === '' ? '' : <SiteOfUrl url={origin} />,
});

const SCROLL = {
  up: 'stepScrollUp',
  down: 'stepScrollDown',
  left: 'stepScrollLeft',
  right: 'stepScrollRight',
} as const satisfies Record<string, TextKey>;

const DRAG = {
  onto: 'stepDrag',
  before: 'stepDragBefore',
  after: 'stepDragAfter',
} as const satisfies Record<string, TextKey>;

const CLICKS = [undefined, 'stepClick', 'stepDoubleClick', 'stepTripleClick'] as const satisfies (
  | TextKey
  | undefined
)[];

/** Button, count and keys: all that an approval is bound to. */
function clickWords(step: PinnedStep & { kind: 'click' }, t: Translate, target: (ref: string) => ReactNode) {
  const key =
    step.button === 'right'
      ? 'stepRightClick'
      : step.button === 'middle'
        ? 'stepMiddleClick'
        : (CLICKS[step.count ?? 1] ?? 'stepClick');
  const words = rich(t(key), { target: target(step.ref) });
  const held = step.modifiers ?? [];
  return held.length === 0 ? words : rich(t('stepClickHolding'), { step: words, keys: <kbd>{held.join('+')}</kbd> });
}

function typeKey(step: PinnedStep & { kind: 'type' }): TextKey {
  if (step.submit) return 'stepTypeSubmit';
  return step.mode === 'append' ? 'stepAppend' : 'stepType';
}

function waitWords(until: (PinnedStep & { kind: 'wait' })['until'], t: Translate, target: (ref: string) => ReactNode) {
  switch (until.for) {
    case 'text':
      return rich(t('stepWaitText'), { text: <Quoted text={until.text} /> });
    case 'gone':
      return rich(t('stepWaitGone'), { text: <Quoted text={until.text} /> });
    case 'ref':
      return rich(t('stepWaitRef'), { target: target(until.ref) });
    case 'navigation':
      return t('stepWaitNavigation');
    case 'time':
      return t('stepWaitTime', { seconds: t.number(until.ms / 1_000) });
  }
}
