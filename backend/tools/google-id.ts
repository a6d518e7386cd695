import * as z from 'zod';

/** An id as Google gives it for a mail, a conversation or an event: nothing in it that could lead elsewhere in a URL. */
export const googleId = z
  .string()
  .max(1_100)
  .regex(/^[\w-]+$/, 'An id has letters, digits, _ and - only.');
