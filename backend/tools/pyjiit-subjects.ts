import * as z from 'zod';
import { semesterOf } from '../connections/jiit-questions.ts';
import { defineTool } from './define-tool.ts';
import { jiitPortal, needsJiit, portalRows, registrationCode } from './jiit-client.ts';

/** Registered subjects of a semester, with who teaches them. */
export const pyjiitSubjects = defineTool({
  name: 'pyjiit_subjects',
  description: 'The subjects that the student is registered for at the Jaypee Institute, with credits and teachers.',
  schema: z.strictObject({ registration_code: registrationCode }),
  risk: 'low',
  effect: 'read',
  available: needsJiit,
  async run({ registration_code: code }, context) {
    const portal = jiitPortal(context);
    const semester = semesterOf(await portal.semesters(), code);
    const { registrations, totalcreditpoints } = await portal.subjects(semester);
    return portalRows(
      `Subjects in ${semester.code}, ${totalcreditpoints} credits`,
      registrations.map(
        (row) =>
          `${row.subjectdesc} (${row.subjectcode}), ${row.credits} credits, ${row.employeename}${row.subjectcomponentcode === '' ? '' : ` (${row.subjectcomponentcode})`}`,
      ),
    );
  },
});
