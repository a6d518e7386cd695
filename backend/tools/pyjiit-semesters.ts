import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { jiitPortal, needsJiit, portalRows } from './jiit-client.ts';

/** Semesters that the student is registered for. */
export const pyjiitSemesters = defineTool({
  name: 'pyjiit_semesters',
  description: "Registration codes of the student's semesters at the Jaypee Institute.",
  schema: z.strictObject({}),
  risk: 'low',
  effect: 'read',
  available: needsJiit,
  async run(_args, context) {
    const semesters = await jiitPortal(context).semesters();
    return portalRows(
      `${semesters.length} semesters`,
      semesters.map(({ code }) => code),
    );
  },
});
