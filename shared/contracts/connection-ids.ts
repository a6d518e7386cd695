import * as z from 'zod';

/** The closed list of what a person can connect. MCP servers and the model have settings of their own. */
export const CONNECTION_IDS = ['tavily', 'searxng', 'github', 'google', 'pyjiit'] as const;
export const ConnectionIdSchema = z.enum(CONNECTION_IDS);
export type ConnectionId = z.infer<typeof ConnectionIdSchema>;

/** What may be allowed in a Google account, one scope each: the narrowest that Google offers for it. */
export const GOOGLE_SCOPES = {
  'mail-read': 'https://www.googleapis.com/auth/gmail.readonly',
  'mail-change': 'https://www.googleapis.com/auth/gmail.modify',
  'mail-draft': 'https://www.googleapis.com/auth/gmail.compose',
  'mail-send': 'https://www.googleapis.com/auth/gmail.send',
  'calendar-read': 'https://www.googleapis.com/auth/calendar.readonly',
  'calendar-change': 'https://www.googleapis.com/auth/calendar.events',
} as const;
export type GoogleAccess = keyof typeof GOOGLE_SCOPES;

const accesses = Object.keys(GOOGLE_SCOPES) as [GoogleAccess, ...GoogleAccess[]]; // parse boundary: keys of a const record
export const GoogleAccessSchema = z.enum(accesses);
export const GOOGLE_ACCESSES: readonly GoogleAccess[] = accesses;

const EVERY_MAIL = 'https://mail.google.com/';
const EVERY_CALENDAR = 'https://www.googleapis.com/auth/calendar';
/** Wider scopes that Google takes for a narrower one. Source: the scopes listed with each method of the two APIs. */
const WIDER: Readonly<Record<GoogleAccess, readonly string[]>> = {
  'mail-read': [GOOGLE_SCOPES['mail-change'], EVERY_MAIL],
  'mail-change': [EVERY_MAIL],
  'mail-draft': [GOOGLE_SCOPES['mail-change'], EVERY_MAIL],
  'mail-send': [GOOGLE_SCOPES['mail-draft'], GOOGLE_SCOPES['mail-change'], EVERY_MAIL],
  'calendar-read': [EVERY_CALENDAR],
  'calendar-change': [EVERY_CALENDAR],
};

/** Which of the accesses these granted scopes cover. */
export const coveredAccess = (scopes: readonly string[]): GoogleAccess[] =>
  accesses.filter((access) => [GOOGLE_SCOPES[access], ...WIDER[access]].some((scope) => scopes.includes(scope)));
