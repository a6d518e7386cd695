import * as z from 'zod';
import { semesterOf } from '../connections/jiit-questions.ts';
import { defineTool } from './define-tool.ts';
import { eachOf } from './each-of.ts';
import { jiitPortal, needsJiit, portalRows, registrationCode } from './jiit-client.ts';

/** The exam schedule of a semester, over all of its exam events. */
export const pyjiitExams = defineTool({
  name: 'pyjiit_exams',
  description: "The student's exam schedule at the Jaypee Institute: subject, time, room and seat.",
  schema: z.strictObject({ registration_code: registrationCode }),
  risk: 'low',
  effect: 'read',
  available: needsJiit,
  async run({ registration_code: code }, context) {
    const portal = jiitPortal(context);
    const semester = semesterOf(await portal.examSemesters(), code);
    const events = await portal.examEvents(semester);
    const read = await eachOf(events, context.signal, async (event) =>
      (await portal.examSchedule(semester, event.exameventid)).map(
        (row) =>
          `${event.exameventdesc}: ${row.subjectdesc} (${row.subjectcode}), ${[row.datetime, row.datetimefrom, row.datetimeupto].filter(Boolean).join(' ')}${row.roomcode === '' ? '' : `, room ${row.roomcode}`}${row.seatno === '' ? '' : `, seat ${row.seatno}`}`,
      ),
    );
    const rows = read.flatMap((one) => (one.ok ? one.value : []));
    const failed = read.filter((one) => !one.ok).length;
    return portalRows(
      `Exams in ${semester.code}${failed === 0 ? '' : ` (${failed} of ${events.length} exam events could not be read)`}`,
      rows,
    );
  },
});
