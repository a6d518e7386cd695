import { checkModel } from './check-model.ts';
import { checkBrowsers, checkDocker, checkGit, checkNode, type Finding } from './checks.ts';

const MARK = { ok: 'ok      ', missing: 'MISSING ', optional: 'optional' } as const;

/** `npm start -- doctor`: what is there, what is missing and how to get it. Exit code 1 when something needed is missing. */
export async function runDoctor(): Promise<number> {
  const findings: Finding[] = [checkNode(), checkBrowsers(), await checkModel(), await checkDocker(), checkGit()];
  for (const { what, state, found, fix } of findings) {
    console.log(`${MARK[state]}  ${what.padEnd(8)} ${found}`);
    if (fix !== undefined) console.log(`${' '.repeat(19)}${fix}`);
  }
  return findings.some(({ state }) => state === 'missing') ? 1 : 0;
}
