import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { jiitPortal } from './jiit-client.ts';

/**
 * Says whether the person is logged in at the portal. The login itself is a form in the panel's settings: a password must
 * not pass through a model, a conversation or a checkpoint.
 */
export const pyjiitLogin = defineTool({
  name: 'pyjiit_login',
  description:
    "Whether the person is logged in at the Jaypee Institute's portal; if not, they are shown where to log in.",
  schema: z.strictObject({}),
  risk: 'none',
  effect: 'read',
  async run(_args, context) {
    await jiitPortal(context).semesters();
    return { content: "You are logged in at the institute's portal." };
  },
});
