import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { jiitPortal, needsJiit, portalRows } from './jiit-client.ts';

/** Grade point averages, semester by semester. */
export const pyjiitGrades = defineTool({
  name: 'pyjiit_grades',
  description: "The student's grades at the Jaypee Institute: SGPA and CGPA of each semester.",
  schema: z.strictObject({}),
  risk: 'low',
  effect: 'read',
  available: needsJiit,
  async run(_args, context) {
    const semesters = await jiitPortal(context).grades();
    return portalRows(
      'Grades',
      semesters.map(({ stynumber, sgpa, cgpa }) => `semester ${stynumber}: SGPA ${sgpa}, CGPA ${cgpa}`),
    );
  },
});
