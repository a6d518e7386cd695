import type { AssessedRisk, RiskReason } from './risk-assessment.ts';
import { maxRisk, type Risk } from './risk-level.ts';

/** Collects reasons; the risk only ever rises. One reason per code, the one of the highest risk, highest first. */
export class RiskNotes {
  readonly #notes = new Map<RiskReason, { risk: Risk; detail: string | undefined }>();

  add(risk: Risk, code: RiskReason, detail?: string): void {
    const earlier = this.#notes.get(code);
    if (
      earlier &&
      maxRisk(earlier.risk, risk) === earlier.risk &&
      (earlier.detail !== undefined || detail === undefined)
    )
      return;
    this.#notes.set(code, { risk: earlier ? maxRisk(earlier.risk, risk) : risk, detail: detail?.slice(0, 300) });
  }

  /** Without any reason the risk is unknown, and that is `high`. */
  result(): AssessedRisk {
    if (this.#notes.size === 0) return { risk: 'high', reasons: [{ code: 'unknown-action' }] };
    const notes = [...this.#notes].sort(([, a], [, b]) =>
      a.risk === b.risk ? 0 : maxRisk(a.risk, b.risk) === a.risk ? -1 : 1,
    );
    return {
      risk: maxRisk(...notes.map(([, note]) => note.risk)),
      reasons: notes.slice(0, 20).map(([code, { detail }]) => (detail === undefined ? { code } : { code, detail })),
    };
  }
}
