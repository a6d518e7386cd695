import { sleep } from '../deadline.ts';
import { okay, type StepResult } from '../step-result.ts';

export async function waitForTime(ms: number, signal: AbortSignal): Promise<StepResult> {
  await sleep(ms, signal);
  return okay(`waited ${ms} ms`);
}
