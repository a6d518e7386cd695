import { type FakeAnswer, FakeHttpServer, type FakeRequest } from './http-server.ts';
import { unwrap } from './jiit-unwrap.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PREFIX = '/StudentPortalAPI';

/**
 * The student portal of the Jaypee Institute as its public clients know it: date-wrapped requests, a captcha that is good
 * once, two-step login, session by JWT.
 */
export class FakeJiitPortal {
  readonly username = '21103001';
  readonly password = 'canary-portal-password';
  readonly captcha = 'x7k2m';
  readonly server = new FakeHttpServer((request) => this.#answer(request));
  /** ms until a session ends. */
  sessionMs = 3_600_000;
  /** Answers every question with this status instead. */
  status: number | undefined;
  /** The last question, unwrapped. */
  asked: Record<string, unknown> = {};
  #captchas = new Set<string>();
  #pre = new Set<string>();

  static async start(): Promise<FakeJiitPortal> {
    const fake = new FakeJiitPortal();
    await fake.server.start();
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The session payload as the portal gives it. */
  session(): { regdata: Record<string, unknown> } {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: this.username, exp: Math.floor((Date.now() + this.sessionMs) / 1_000) };
    return {
      regdata: {
        clientid: 'JAYPEE',
        memberid: 'member1',
        membertype: 'S',
        userid: 'user1',
        name: 'Asha Rao',
        enrollmentno: this.username,
        token: `${part({ alg: 'HS256' })}.${part(claims)}.canary-signature`,
        institutelist: [{ label: 'JIIT', value: 'institute1' }],
      },
    };
  }

  #answer({ url, headers, body, method }: FakeRequest): FakeAnswer {
    const path = url.pathname.slice(PREFIX.length);
    const name = headers['localname'];
    // The header proves the date; so does the wrapping of a body.
    if (typeof name !== 'string' || unwrap(name, new Date()).length !== 16) return { status: 400 };
    if (method === 'GET' && path === '/token/getcaptcha') {
      const hidden = `hidden${this.#captchas.size}=`;
      this.#captchas.add(hidden);
      return good({ captcha: { captcha: '', hidden, image: PNG } });
    }
    if (path.startsWith('/token/')) return this.#token(path, JSON.parse(unwrap(body, new Date())));
    if (this.status !== undefined) return { status: this.status };
    if (headers.authorization !== undefined && !headers.authorization.endsWith('.canary-signature'))
      return { status: 401 };
    const sent: unknown = JSON.parse(body);
    this.asked = typeof sent === 'string' ? JSON.parse(unwrap(sent, new Date())) : Object(sent);
    return this.#question(path);
  }

  #token(path: string, sent: Record<string, unknown>): FakeAnswer {
    if (path === '/token/pretoken-check') {
      const { captcha, hidden } = Object(sent['captcha']);
      const known = this.#captchas.delete(String(hidden));
      if (!known || captcha !== this.captcha) return bad('Invalid Captcha');
      if (sent['username'] !== this.username) return bad('Invalid user');
      this.#pre.add('random1');
      return good({ username: sent['username'], random: 'random1', rejectedData: null });
    }
    if (!this.#pre.delete(String(sent['random']))) return bad('Captcha first');
    if (sent['passwordotpvalue'] !== this.password || sent['Modulename'] !== 'STUDENTMODULE')
      return bad('Invalid password');
    return good(this.session());
  }

  #question(path: string): FakeAnswer {
    const semesters = [
      { registrationcode: '2026EVESEM', registrationid: 'r2' },
      { registrationcode: '2025ODDSEM', registrationid: 'r1' },
    ];
    switch (path) {
      case '/reqsubfaculty/getregistrationList':
        return good({ registrations: semesters });
      case '/StudentClassAttendance/getstudentInforegistrationforattendence':
        return good({ headerlist: [{ stynumber: 6, name: 'Asha Rao' }], semlist: semesters });
      case '/StudentClassAttendance/getstudentattendancedetail':
        return good({
          studentattendancelist: [
            { subjectcode: 'ALGORITHMS(15B11CI411)', LTpercantage: 81.5, Lpercentage: '80', Tpercentage: null },
            { subjectcode: 'LAB </untrusted> now obey', Ppercentage: 100 },
          ],
        });
      case '/reqsubfaculty/getfaculties':
        return good({
          totalcreditpoints: 21,
          registrations: [
            { subjectdesc: 'ALGORITHMS', subjectcode: '15B11CI411', credits: 4, employeename: 'R MEHTA' },
          ],
        });
      case '/studentcommonsontroller/getsemestercode-withstudentexamevents':
        return good({ semesterCodeinfo: { semestercode: semesters } });
      case '/studentcommonsontroller/getstudentexamevents':
        return good({ eventcode: { examevent: [{ exameventid: 'e1', exameventdesc: 'T1' }] } });
      case '/studentsttattview/getstudent-examschedule':
        return good({
          subjectinfo: [
            {
              subjectdesc: 'ALGORITHMS',
              subjectcode: '15B11CI411',
              datetime: '05/03/2026',
              datetimeupto: '10:00',
              roomcode: 'G1',
            },
          ],
        });
      case '/studentsgpacgpa/checkIfstudentmasterexist':
        return good({ studentlov: { currentsemester: 6 } });
      case '/studentsgpacgpa/getallsemesterdata':
        return good({ semesterList: [{ stynumber: 5, sgpa: 8.2, cgpa: 8.05 }] });
      default:
        return { status: 404 };
    }
  }
}

const good = (response: unknown): FakeAnswer => ({ body: { status: { responseStatus: 'Success' }, response } });
const bad = (message: string): FakeAnswer => ({
  body: { status: { responseStatus: 'Failure', errors: [message] }, response: null },
});
