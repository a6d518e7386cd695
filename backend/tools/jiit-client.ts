import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import * as z from 'zod';
import { jiitQuestions } from '../connections/jiit-questions.ts';
import { readJiitSession } from '../connections/jiit-session.ts';
import type { AvailabilityContext, ToolContext, ToolResult } from './define-tool.ts';
import { readFrom } from './mail-text.ts';

const PORTAL = 'https://webportal.jiit.ac.in:6011';

const notLoggedIn = (): AppError =>
  new AppError('connection-missing', "You are not logged in at the institute's portal.", {
    connection: { id: 'pyjiit' },
  });

/** The tools for the portal are there once a session is. */
export const needsJiit = (context: AvailabilityContext): AppErrorBody | undefined =>
  context.connected('pyjiit') ? undefined : notLoggedIn().toBody();

/** A code such as 2026EVESEM, resolved by asking the portal: there is no table of them here. */
export const registrationCode = z
  .string()
  .max(40)
  .regex(/^[\w -]+$/)
  .optional()
  .describe('Semester such as 2026EVESEM; left out: the newest');

/** The portal with the person's session. @throws AppError `connection-missing`, `connection-refused`. */
export function jiitPortal(context: ToolContext): ReturnType<typeof jiitQuestions> {
  const fields = context.connection('pyjiit');
  if (fields?.['session'] === undefined) throw notLoggedIn();
  const session = readJiitSession(JSON.parse(fields['session'])); // written by the login, or from the request's JSON
  return jiitQuestions({ fetch: context.fetch, base: context.endpoint('jiit') }, session, context.signal);
}

/** Rows of the portal as data. */
export const portalRows = (head: string, rows: readonly string[]): ToolResult => ({
  content:
    rows.length === 0
      ? `${head}: nothing.`
      : `${head}:\n${untrustedBlock({ source: PORTAL, kind: 'portal' }, rows.map((row) => `- ${row}`).join('\n'))}`,
  artifact: readFrom(PORTAL),
});
