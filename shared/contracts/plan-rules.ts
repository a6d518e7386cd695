import { withWholeLabels } from './option-labels.ts';
import type { ActionStep, PinnedStep } from './plan.ts';
import type { PlanPolicy } from './plan-policy.ts';
import { type PlanProblem, planProblem } from './plan-problems.ts';
import { checkTarget, checkUrl, parseUrl } from './plan-url.ts';
import type { Frame, PageSnapshot, RefInfo } from './snapshot.ts';
import { isSecret, type StepTarget, stepTargets, suits } from './step-targets.ts';

type Place = { origin: string; documentId: string };
type NumberedStep = { index: number; step: ActionStep };

/** Kinds after which the document of the snapshot is no longer the one in front. */
const LEAVES: ReadonlySet<string> = new Set([
  'navigate',
  'back',
  'forward',
  'reload',
  'open_tab',
  'switch_tab',
  'close_tab',
]);
/** What may follow them: nothing that touches a page which nobody has seen yet. */
const BLIND: ReadonlySet<string> = new Set([...LEAVES, 'wait', 'read', 'find', 'screenshot']);
/** Steps that open no dialog: an answer before them would wait for nothing. */
const OPENS_NO_DIALOG: ReadonlySet<string> = new Set([
  'dialog',
  'wait',
  'read',
  'find',
  'screenshot',
  'open_tab',
  'switch_tab',
]);
/** Steps without a target that still touch the page in front. */
const TOUCHES: ReadonlySet<string> = new Set(['press', 'scroll', 'read', 'find']);

/** The rules that need the snapshot and the policy; shapes are already checked. */
export function checkSteps(
  steps: readonly NumberedStep[],
  snapshot: PageSnapshot,
  policy: PlanPolicy,
): { pinned: PinnedStep[]; problems: PlanProblem[] } {
  const checker = new StepChecker(snapshot, policy);
  const pinned = steps.map(({ index, step }, at) => {
    checker.checkDialog(step, index, steps[at + 1]?.step);
    return checker.check(step, index);
  });
  return { pinned, problems: checker.problems };
}

class StepChecker {
  readonly problems: PlanProblem[] = [];
  readonly #snapshot: PageSnapshot;
  readonly #policy: PlanPolicy;
  readonly #refs: ReadonlyMap<string, RefInfo>;
  readonly #frames: ReadonlyMap<number, Frame>;
  readonly #origins: ReadonlySet<string> | undefined;
  /** Where steps without a target are: the top frame, then wherever the plan has gone. */
  #here: Place;
  #left = false;

  constructor(snapshot: PageSnapshot, policy: PlanPolicy) {
    this.#snapshot = snapshot;
    this.#policy = policy;
    this.#refs = new Map(snapshot.refs.map((info) => [info.ref, info]));
    this.#frames = new Map(snapshot.frames.map((frame) => [frame.frameId, frame]));
    this.#origins = policy.origins && new Set(policy.origins.flatMap((origin) => parseUrl(origin)?.origin ?? []));
    const top = this.#frames.get(0);
    this.#here = { origin: top?.origin ?? '', documentId: top?.documentId ?? '' };
  }

  check(step: ActionStep, index: number): PinnedStep {
    const at = `/steps/${index}`;
    const targets = stepTargets(step);
    if (this.#policy.kinds && !this.#policy.kinds.includes(step.kind))
      this.#problem('kind-not-allowed', `${at}/kind`, `The step ${step.kind} is not among the allowed kinds.`);
    if (this.#left && (targets.length > 0 || !BLIND.has(step.kind)))
      this.#problem(
        'stale-after-navigation',
        at,
        'The page has changed by then; end the plan at the navigation and plan anew.',
      );
    const place = this.#checkTargets(step, targets, at);
    const ready = withWholeLabels(this.#checkUrls(step, at), (ref) => this.#refs.get(ref));
    if (TOUCHES.has(step.kind) && targets.length === 0 && !this.#left) this.#checkTop(at);
    const pinned = this.#pin(ready, place, index);
    if (LEAVES.has(step.kind)) this.#leave(ready);
    return pinned;
  }

  /** The answer is for the very next step, so that the person sees both together. */
  checkDialog(step: ActionStep, index: number, next: ActionStep | undefined): void {
    if (step.kind !== 'dialog') return;
    if (next === undefined || OPENS_NO_DIALOG.has(next.kind))
      this.#problem('dialog-alone', `/steps/${index}`, 'Put the dialog step right before the step that opens it.');
  }

  #problem(code: PlanProblem['code'], path: string, message: string): void {
    this.problems.push(planProblem(code, path, message));
  }

  #checkTargets(step: ActionStep, targets: readonly StepTarget[], at: string): Place {
    let place: Place | undefined;
    const seen = new Set<string>();
    for (const target of targets) {
      const path = `${at}${target.path}`;
      if (seen.has(target.ref)) this.#problem('repeated-ref', path, `${target.ref} stands twice in this step.`);
      seen.add(target.ref);
      const info = this.#refs.get(target.ref);
      if (!info) {
        this.#problem('unknown-ref', path, `There is no ${target.ref} in this snapshot.`);
        continue;
      }
      const frame = this.#frameOf(info);
      if (!frame) {
        this.#problem('unreadable-frame', path, `The frame of ${target.ref} cannot be read.`);
        continue;
      }
      if (place && place.documentId !== frame.documentId)
        this.#problem('wrong-document', path, 'All fields of one step must be in one document.');
      place ??= { origin: frame.origin, documentId: frame.documentId };
      this.#checkTarget(step, target, info, path);
      this.#checkOrigin(frame.origin, path);
    }
    return place ?? this.#here;
  }

  #checkTarget(step: ActionStep, target: StepTarget, info: RefInfo, path: string): void {
    if (target.writes && isSecret(info))
      this.#problem(
        'secret-field',
        path,
        `${target.ref} takes a ${info.secret ?? 'password'}: only the person fills it.`,
      );
    else if (!suits(target.use, info))
      this.#problem(
        'unsuitable-target',
        path,
        `${step.kind} does not work on ${target.ref}, a ${info.role || info.tag}${info.inputType === 'file' ? ' for files, which only the person picks' : ''}.`,
      );
    if (target.use !== 'any' && !('submit' in step && step.submit)) return;
    if (step.kind !== 'click' && step.kind !== 'press' && step.kind !== 'type') return;
    for (const raw of [info.href, info.submits?.action]) {
      const url = raw === undefined ? undefined : parseUrl(raw);
      if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) continue;
      const refused = checkTarget(url, this.#policy.ownHosts);
      if (refused) this.#problem(refused.code, path, refused.message);
      this.#checkOrigin(url.origin, path);
    }
  }

  #checkOrigin(origin: string, path: string): void {
    if (this.#origins && !this.#origins.has(origin))
      this.#problem('origin-not-allowed', path, `${origin.slice(0, 200)} is not among the allowed sites.`);
  }

  #checkTop(at: string): void {
    const top = this.#frames.get(0);
    if (!top?.readable || top.documentId === '') this.#problem('unreadable-frame', at, 'The page cannot be read.');
    else this.#checkOrigin(top.origin, at);
  }

  #frameOf(info: RefInfo): Frame | undefined {
    const prefix = /^f(\d+)e/.exec(info.ref)?.[1];
    const frame = this.#frames.get(info.frameId);
    if (!frame?.readable || frame.documentId === '' || frame.frameId !== Number(prefix ?? 0)) return undefined;
    return frame;
  }

  #checkUrls(step: ActionStep, at: string): ActionStep {
    if (step.kind !== 'navigate' && step.kind !== 'open_tab') return step;
    const checked = checkUrl(step.url, this.#snapshot.url, this.#policy.ownHosts);
    if (!checked.ok) {
      this.#problem(checked.code, `${at}/url`, checked.message);
      return step;
    }
    this.#checkOrigin(checked.url.origin, `${at}/url`);
    return { ...step, url: checked.href };
  }

  #pin(step: ActionStep, place: Place, index: number): PinnedStep {
    const at = `/steps/${index}`;
    const stepId = `s${index + 1}`;
    if (step.stepId !== undefined && step.stepId !== stepId)
      this.#problem('wrong-step-id', `${at}/stepId`, `This step is ${stepId}.`);
    if (step.origin !== undefined && step.origin !== place.origin)
      this.#problem('wrong-origin', `${at}/origin`, `The target is on ${place.origin.slice(0, 200)}.`);
    if (step.documentId !== undefined && step.documentId !== place.documentId)
      this.#problem('wrong-document', `${at}/documentId`, 'The target is in another document.');
    return { ...step, stepId, origin: place.origin, documentId: place.documentId };
  }

  #leave(step: ActionStep): void {
    this.#left = true;
    const origin =
      step.kind === 'navigate' || step.kind === 'open_tab'
        ? (parseUrl(step.url)?.origin ?? '')
        : step.kind === 'reload'
          ? this.#here.origin
          : '';
    this.#here = { origin, documentId: '' };
  }
}
