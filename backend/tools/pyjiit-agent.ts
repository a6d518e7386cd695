import * as z from 'zod';
import { semesterOf } from '../connections/jiit-questions.ts';
import { defineTool } from './define-tool.ts';
import { jiitPortal, needsJiit, portalRows, registrationCode } from './jiit-client.ts';

/** Attendance in a semester: subject, code, percentages. */
export const pyjiitAgent = defineTool({
  name: 'pyjiit_agent',
  description: "The student's attendance at the Jaypee Institute, subject by subject.",
  schema: z.strictObject({ registration_code: registrationCode }),
  risk: 'low',
  effect: 'read',
  available: needsJiit,
  async run({ registration_code: code }, context) {
    const portal = jiitPortal(context);
    const { semesters, stynumber } = await portal.attendanceMeta();
    const semester = semesterOf(semesters, code);
    const rows = await portal.attendance(semester, stynumber);
    return portalRows(
      `Attendance in ${semester.code}`,
      rows.map((row) =>
        [
          row.subjectcode,
          percent('attendance', row.LTpercantage),
          percent('lectures', row.Lpercentage),
          percent('tutorials', row.Tpercentage),
          percent('practicals', row.Ppercentage),
        ]
          .filter(Boolean)
          .join(', '),
      ),
    );
  },
});

const percent = (name: string, value: string): string => (value === '' ? '' : `${name} ${value} %`);
