import type { calendar_v3 } from '@googleapis/calendar';
import type { gmail_v1 } from '@googleapis/gmail';
import type { GoogleOptions } from './google-client.ts';

/**
 * Google's own clients, loaded when they are first used: they take half a second, and most people never need them. Every
 * request of theirs goes through the `fetchImplementation` in the options.
 */
export async function gmailUsers(options: GoogleOptions): Promise<gmail_v1.Resource$Users> {
  const { gmail } = await import('@googleapis/gmail');
  return gmail({ version: 'v1', ...options }).users;
}

export async function googleCalendar(options: GoogleOptions): Promise<calendar_v3.Calendar> {
  const { calendar } = await import('@googleapis/calendar');
  return calendar({ version: 'v3', ...options });
}
