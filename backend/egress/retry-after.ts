/** Milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). Undefined when it says neither. */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  if (value === null || value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** ` for 12 s`, or ` right now` when the service did not say how long. */
export function waitWords(value: string | null | undefined, now: number): string {
  const ms = retryAfterMs(value, now);
  return ms === undefined || ms === 0 ? ' right now' : ` for ${Math.ceil(ms / 1_000)} s`;
}
