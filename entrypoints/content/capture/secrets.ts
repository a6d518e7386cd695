import { attribute } from './dom.ts';
import type { SecretKind } from './types.ts';

const CARD = /(?:^|\s)cc-(?:number|csc|exp|exp-month|exp-year|name|given-name|family-name)(?:\s|$)/;
const PASSWORD_WORDS =
  /passwor[dt]|passwd|passphrase|passcode|\bpwd\b|kennwort|contrase|mot ?de ?passe|senha|пароль|密码|密碼|パスワード|비밀번호|\bpin\b|\bsecret\b/i;
const CODE_WORDS =
  /one[-_ ]?time|\botp\b|\btotp\b|2fa|mfa[-_ ]?code|verification[-_ ]?code|auth(?:entication)?[-_ ]?code|sms[-_ ]?code/i;
const CARD_WORDS = /card[-_ ]?number|cardnumber|ccnum|\bcvv2?\b|\bcvc2?\b|\bcsc\b|security[-_ ]?code/i;

/**
 * Fields whose value is never read and never typed. A field that once was a password field stays one: pages switch the
 * type to show what was typed. Before our first look only its words can tell.
 */
export class Secrets {
  #once = new WeakMap<Element, SecretKind>();

  kindOf(element: Element): SecretKind | undefined {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return undefined;
    const known = this.#once.get(element);
    if (known !== undefined) return known;
    const kind = secretKind(element);
    if (kind !== undefined) this.#once.set(element, kind);
    return kind;
  }
}

function secretKind(element: HTMLInputElement | HTMLTextAreaElement): SecretKind | undefined {
  const type = element.type;
  if (type === 'password') return 'password';
  if (/^(?:checkbox|radio|button|submit|reset|image|file|range|color|hidden)$/.test(type)) return undefined;
  const autocomplete = (attribute(element, 'autocomplete') ?? '').toLowerCase();
  // Libraries of dropdowns say new-password to keep the browser's own list away: what chooses from a list is no secret.
  const chooses = attribute(element, 'role') === 'combobox' && element.hasAttribute('aria-haspopup');
  if (!chooses && /(?:^|\s)(?:current|new)-password(?:\s|$)/.test(autocomplete)) return 'password';
  if (/(?:^|\s)one-time-code(?:\s|$)/.test(autocomplete)) return 'one-time-code';
  if (CARD.test(autocomplete)) return 'card';
  const words = ['name', 'id', 'placeholder', 'aria-label', 'data-testid', 'class']
    .map((name) => attribute(element, name) ?? '')
    .concat([...(element.labels ?? [])].map((label) => label.textContent.slice(0, 200)))
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ');
  if (CODE_WORDS.test(words)) return 'one-time-code';
  if (CARD_WORDS.test(words)) return 'card';
  if (PASSWORD_WORDS.test(words)) return 'password';
  // A text field that shows discs is a password field in disguise.
  const style: unknown = Reflect.get(getComputedStyle(element), 'webkitTextSecurity');
  return typeof style === 'string' && style !== 'none' && style !== '' ? 'password' : undefined;
}
