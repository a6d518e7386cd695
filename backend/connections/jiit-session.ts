import { AppError } from '@pagehand/contracts/errors';
import * as z from 'zod';

const text = z.string().max(500);
const RegistrationSchema = z.object({
  clientid: text,
  memberid: text,
  membertype: text,
  // It goes into a header: three base64url parts and nothing else.
  token: z
    .string()
    .max(8_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]*$/),
  institutelist: z.array(z.object({ label: text, value: text })).min(1),
  name: text.default(''),
  enrollmentno: text.default(''),
});
/** The portal's answer to a login, or the same as clients of the portal hand it on (`raw_response`). */
const PayloadSchema = z.union([
  z.object({ regdata: RegistrationSchema }),
  z.object({ raw_response: z.object({ regdata: RegistrationSchema }) }).transform(({ raw_response }) => raw_response),
]);

/** A login at the portal, with what its requests need. */
export type JiitSession = {
  token: string;
  clientId: string;
  memberId: string;
  memberType: string;
  instituteId: string;
  name: string;
  enrollment: string;
  /** ms since the epoch. */
  expiresAt: number;
};

/** @throws AppError `connection-refused` when it is no session of the portal. */
export function readJiitSession(payload: unknown): JiitSession {
  const parsed = PayloadSchema.safeParse(payload);
  const expiresAt = parsed.success ? endOf(parsed.data.regdata.token) : undefined;
  const institute = parsed.data?.regdata.institutelist[0];
  if (!parsed.success || expiresAt === undefined || institute === undefined)
    throw new AppError('connection-refused', "This is not a session of the institute's portal: log in again.", {
      connection: { id: 'pyjiit' },
    });
  const { regdata } = parsed.data;
  return {
    token: regdata.token,
    clientId: regdata.clientid,
    memberId: regdata.memberid,
    memberType: regdata.membertype,
    instituteId: institute.value,
    name: regdata.name,
    enrollment: regdata.enrollmentno,
    expiresAt,
  };
}

/** The token in a session that is kept as JSON text, to mask it: a service sees the token alone. Undefined: none is in it. */
export function jiitTokenOf(session: string | undefined): string | undefined {
  try {
    return session === undefined ? undefined : readJiitSession(JSON.parse(session)).token;
  } catch {
    // What is no session is never sent as one.
    return undefined;
  }
}

/** When a JWT ends (RFC 7519, 4.1.4), ms since the epoch. The portal checks its signature. */
function endOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const parsed = z.object({ exp: z.number().positive() }).safeParse(claims);
    return parsed.success ? Math.round(parsed.data.exp * 1_000) : undefined;
  } catch {
    return undefined;
  }
}
