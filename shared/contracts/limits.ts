/** As a namespace, so that a script that is injected into pages carries only the bounds that it uses. */
export * as LIMITS from './limit-values.ts';
