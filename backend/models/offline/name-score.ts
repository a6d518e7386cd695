import { editDistance } from '@pagehand/contracts/edit-distance';

/** Words for the same thing, as sites and people use them. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['login', 'signin', 'logon', 'signon'],
  ['signup', 'register', 'createaccount', 'createanaccount'],
  ['logout', 'signout', 'logoff'],
  ['email', 'mail', 'emailaddress', 'mailaddress'],
  ['phone', 'telephone', 'phonenumber', 'telephonenumber', 'tel'],
  ['zip', 'zipcode', 'postcode', 'postalcode'],
  ['surname', 'lastname', 'familyname'],
  ['firstname', 'givenname', 'forename'],
  ['basket', 'cart', 'shoppingcart', 'shoppingbasket'],
  ['settings', 'preferences'],
  ['ok', 'okay'],
];

/** Lower case, words only, `e-mail` as `email`. */
export function fold(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=\p{L})[-'’](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** How well a name fits what was said, 0 to 100; 95 and more is the name itself. */
export function nameScore(name: string, said: string): number {
  const has = fold(name);
  const want = fold(said);
  if (want.length === 0) return name.trim() !== '' && name.trim() === said.trim() ? 100 : 0;
  const [hasText, wantText] = [has.join(''), want.join('')];
  if (name.trim() === said.trim()) return 100;
  if (hasText === wantText) return 97;
  if (hasText === '') return 0;
  if (SYNONYMS.some((group) => group.includes(hasText) && group.includes(wantText))) return 90;
  if (has.slice(0, want.length).join('') === wantText) return 80;
  if (` ${has.join(' ')} `.includes(` ${want.join(' ')} `)) return 70;
  if (want.every((word) => has.includes(word))) return 60;
  if (want.every((word) => has.some((other) => other.startsWith(word) && word.length >= 3))) return 55;
  if (want.every((word) => has.some((other) => near(word, other)))) return has.length === want.length ? 50 : 45;
  return 0;
}

/** One slip of the finger in a word of at least four letters, two in one of at least eight. */
function near(a: string, b: string): boolean {
  if (a === b) return true;
  const allowed = a.length >= 8 ? 2 : a.length >= 4 ? 1 : 0;
  return allowed > 0 && editDistance(a, b, allowed) <= allowed;
}
