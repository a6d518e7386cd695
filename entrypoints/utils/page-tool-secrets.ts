import type { Problem } from '@pagehand/contracts/errors';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';

/** Parameters that ask for what the person alone types into a page. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passcode|pass_?phrase|pwd|pin|otp|totp|one_?time_?code|2fa|mfa|cvv|cvc|csc|card_?(?:number|no|code)|credit_?card|ccnumber|ssn|social_?security(?:_?number)?|secret|private_?key|api_?key|access_?token|auth_?token|recovery_?code|seed_?phrase|iban)(?:_|$)/;

const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

/** Values that no page tool gets from a model: by the parameter's name, or because the value itself is a secret. */
export function secretArguments(args: unknown, path = ''): Problem[] {
  if (typeof args === 'string') {
    const kinds = Object.keys(redactSecrets(args).redacted);
    return kinds.length === 0
      ? []
      : [{ code: 'secret', path, message: `It holds a secret (${kinds.join(', ')}); the person must enter it.` }];
  }
  if (typeof args !== 'object' || args === null) return [];
  return Object.entries(args)
    .slice(0, 2_000)
    .flatMap(([name, value]: [string, unknown]): Problem[] => {
      const at = `${path}/${name}`.slice(0, 500);
      const empty = value === undefined || value === null || value === '';
      if (!Array.isArray(args) && !empty && SECRET_NAME.test(words(name)))
        return [{ code: 'secret', path: at, message: `${name.slice(0, 60)} is for the person to enter.` }];
      return secretArguments(value, at);
    });
}
