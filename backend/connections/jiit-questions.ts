import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';
import { askJiit, type JiitServer } from './jiit-portal.ts';
import type { JiitSession } from './jiit-session.ts';

/** `code` is what people say (2026EVESEM), `id` what the portal wants. */
export type Semester = { code: string; id: string };

/** Numbers come as numbers or as text. */
const loose = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === null || value === undefined ? '' : String(value)));
const SemesterSchema = z
  .object({ registrationcode: z.string(), registrationid: z.string() })
  .transform(({ registrationcode, registrationid }): Semester => ({ code: registrationcode, id: registrationid }));

/** Questions to the portal with one session. Each throws AppError, see `askJiit`. */
export function jiitQuestions(server: JiitServer, session: JiitSession, signal: AbortSignal) {
  const ask = <S extends z.ZodType>(path: string, body: Record<string, unknown>, schema: S, wrapped = true) =>
    askJiit(server, session, { path, body, wrapped }, schema, signal);
  const member = { instituteid: session.instituteId, studentid: session.memberId };
  const institute = { clientid: session.clientId, instituteid: session.instituteId };
  return {
    /** Semesters with attendance, the newest first, and the running number of the course. */
    async attendanceMeta(): Promise<{ semesters: Semester[]; stynumber: string }> {
      const meta = await ask(
        '/StudentClassAttendance/getstudentInforegistrationforattendence',
        { ...institute, membertype: session.memberType },
        z.object({
          headerlist: z.array(z.object({ stynumber: loose })).min(1),
          semlist: z.array(SemesterSchema),
        }),
        false,
      );
      return { semesters: meta.semlist, stynumber: meta.headerlist[0]?.stynumber ?? '' };
    },
    async attendance(semester: Semester, stynumber: string) {
      const { studentattendancelist } = await ask(
        '/StudentClassAttendance/getstudentattendancedetail',
        { ...institute, registrationcode: semester.code, registrationid: semester.id, stynumber },
        z.object({
          studentattendancelist: z.array(
            z.object({
              subjectcode: loose,
              LTpercantage: loose,
              Lpercentage: loose,
              Tpercentage: loose,
              Ppercentage: loose,
            }),
          ),
        }),
      );
      return studentattendancelist;
    },
    /** Semesters that the student is registered for. */
    async semesters(): Promise<Semester[]> {
      const { registrations } = await ask(
        '/reqsubfaculty/getregistrationList',
        member,
        z.object({ registrations: z.array(SemesterSchema) }),
      );
      return registrations;
    },
    subjects: (semester: Semester) =>
      ask(
        '/reqsubfaculty/getfaculties',
        { ...member, registrationid: semester.id },
        z.object({
          totalcreditpoints: loose,
          registrations: z.array(
            z.object({
              subjectdesc: loose,
              subjectcode: loose,
              credits: loose,
              employeename: loose,
              subjectcomponentcode: loose,
            }),
          ),
        }),
      ),
    async examSemesters(): Promise<Semester[]> {
      const { semesterCodeinfo } = await ask(
        '/studentcommonsontroller/getsemestercode-withstudentexamevents',
        { ...institute, memberid: session.memberId },
        z.object({ semesterCodeinfo: z.object({ semestercode: z.array(SemesterSchema) }) }),
      );
      return semesterCodeinfo.semestercode;
    },
    async examEvents(semester: Semester) {
      const { eventcode } = await ask(
        '/studentcommonsontroller/getstudentexamevents',
        // The portal's own spelling.
        { instituteid: session.instituteId, registationid: semester.id },
        z.object({
          eventcode: z.object({ examevent: z.array(z.object({ exameventid: z.string(), exameventdesc: loose })) }),
        }),
      );
      return eventcode.examevent;
    },
    async examSchedule(semester: Semester, exameventid: string) {
      const { subjectinfo } = await ask(
        '/studentsttattview/getstudent-examschedule',
        { instituteid: session.instituteId, registrationid: semester.id, exameventid },
        z.object({
          subjectinfo: z.array(
            z.object({
              subjectdesc: loose,
              subjectcode: loose,
              datetime: loose,
              datetimefrom: loose,
              datetimeupto: loose,
              roomcode: loose,
              seatno: loose,
            }),
          ),
        }),
      );
      return subjectinfo;
    },
    async grades() {
      const { studentlov } = await ask(
        '/studentsgpacgpa/checkIfstudentmasterexist',
        { ...member, name: session.name, enrollmentno: session.enrollment },
        z.object({ studentlov: z.object({ currentsemester: loose }) }),
      );
      const { semesterList } = await ask(
        '/studentsgpacgpa/getallsemesterdata',
        { ...member, stynumber: studentlov.currentsemester },
        z.object({ semesterList: z.array(z.object({ stynumber: loose, sgpa: loose, cgpa: loose })) }),
      );
      return semesterList;
    },
  };
}

/** The semester of a code that a person says, or the newest. @throws AppError `not-found` with the codes there are. */
export function semesterOf(semesters: readonly Semester[], code: string | undefined): Semester {
  const wanted = code?.trim().toUpperCase();
  const found = wanted === undefined ? semesters[0] : semesters.find((one) => one.code.toUpperCase() === wanted);
  if (found !== undefined) return found;
  const codes = semesters.map((one) => one.code).join(', ');
  throw new AppError(
    'not-found',
    codes === '' ? 'The portal has no semester.' : `There is no such semester. There are: ${codes.slice(0, 500)}.`,
  );
}

/** The cheapest question that needs a session. */
export async function testJiit(server: JiitServer, session: JiitSession, signal: AbortSignal): Promise<void> {
  await jiitQuestions(server, session, signal).semesters();
}
