import { call, count, type ServiceRule, SHOW, unquoted } from './service-rules.ts';

const MAIL = '(?:e-?mails?|mails?|messages?)';
const IN_MAIL = `(?:\\s+(?:in|from|on)\\s+(?:my\\s+)?(?:gmail|inbox|mailbox))?`;
const ONE = `(?:the\\s+)?(?:e-?mail|mail|message)`;
const ID = '([A-Za-z0-9]{8,40})';
const ADDRESS = '<?([^\\s<>,;]+@[^\\s<>,;]+?)>?';
/** What begins the subject and what begins the text; either may be missing. */
const SUBJECT = `(?:with\\s+(?:the\\s+)?)?(?:subject|about|titled)\\s*[:=]?\\s*`;
const BODY = `(?:and\\s+)?(?:with\\s+)?(?:(?:the\\s+)?(?:body|text|message|content)\\s*[:=]?|saying(?:\\s+that)?|that says|:)\\s*`;

/** Without a subject the beginning of the text stands in for one: the approval shows it. */
const subjectOf = (body: string): string => (body.split('\n', 1)[0] ?? '').trim().slice(0, 60) || 'Message';

function outgoing(tool: 'gmail_send_email' | 'gmail_draft', to: string, subject: string | undefined, body: string) {
  const text = unquoted(body);
  const title = unquoted(subject ?? '');
  return text === ''
    ? undefined
    : call(tool, { to: [to], subject: title === '' ? subjectOf(text) : title, body: text });
}

const toolOf = (verb: string): 'gmail_send_email' | 'gmail_draft' =>
  /^(?:draft|prepare|write|compose)/i.test(verb) ? 'gmail_draft' : 'gmail_send_email';

/** Direct commands for Gmail. What is sent goes out only after the person's word; `write` and `draft` only keep a draft. */
export const MAIL_RULES: readonly ServiceRule[] = [
  [
    new RegExp(
      `^(?:search|find|look)\\s+(?:for\\s+)?(?:in\\s+|through\\s+)?(?:my\\s+)?(?:gmail|${MAIL}|inbox)\\s+(?:for|about|from|with)\\s+([\\s\\S]{1,400})$`,
      'i',
    ),
    ([text, words = '']) =>
      call('gmail_search', { query: /\sfrom\s+\S+$/i.test(text) ? `from:${unquoted(words)}` : unquoted(words) }),
  ],
  [
    new RegExp(`^${SHOW}${MAIL}\\s+from\\s+(\\S{3,200})$`, 'i'),
    ([, who = '']) =>
      /^(?:today|gmail|inbox)$/i.test(who) ? undefined : call('gmail_search', { query: `from:${who}` }),
  ],
  [
    new RegExp(`^${SHOW}(?:(\\d{1,2})\\s+)?(?:new|unread)(?:\\s+${MAIL}${IN_MAIL})$`, 'i'),
    ([, many]) => call('gmail_list_unread', count(many, 50)),
  ],
  [
    new RegExp(
      `^(?:do i have|have i got|are there|is there|any|how many)\\s+(?:any\\s+)?(?:new|unread)\\s+${MAIL}(?:\\s+(?:do i have|are there))?${IN_MAIL}$`,
      'i',
    ),
    () => call('gmail_list_unread'),
  ],
  [
    new RegExp(
      `^${SHOW}(?:(?:latest|newest|last|recent)\\s+(?:(\\d{1,2})\\s+)?${MAIL}${IN_MAIL}|(?:gmail\\s+)?inbox)$`,
      'i',
    ),
    ([, many]) => call('gmail_agent', count(many, 25)),
  ],
  [/^(?:(?:check|show|read)(?:\s+me)?\s+)?my\s+(?:e-?mails?|mails?|gmail)$/i, () => call('gmail_agent')],
  [
    new RegExp(`^mark\\s+(?:${ONE}\\s+)?${ID}\\s+(?:as\\s+)?read$`, 'i'),
    ([, id = '']) => call('gmail_mark_read', { message_id: id }),
  ],
  [new RegExp(`^(?:read|open|show)\\s+${ONE}\\s+${ID}$`, 'i'), ([, id = '']) => call('gmail_read', { message_id: id })],
  [
    new RegExp(
      `^archive\\s+(?:${ONE}\\s+)?${ID}\\s*[,:]?\\s+(?:with\\s+(?:the\\s+)?)?(?:subject\\s*)?[:=]?\\s*(\\S[\\s\\S]{0,300})$`,
      'i',
    ),
    ([, id = '', subject = '']) => call('gmail_archive', { message_id: id, subject: unquoted(subject) }),
  ],
  [
    new RegExp(`^archive\\s+(?:${ONE}\\s+)?["“](.{1,300}?)["”]\\s*,?\\s*\\(?${ID}\\)?$`, 'i'),
    ([, subject = '', id = '']) => call('gmail_archive', { message_id: id, subject }),
  ],
  [
    new RegExp(
      `^(send|draft|prepare|write|compose)\\s+(?:an?\\s+|the\\s+)?(?:e-?mail|mail|message|draft)\\s+(?:to|for)\\s+${ADDRESS}\\s*[,:;]?\\s+${SUBJECT}(.{1,300}?)\\s*[,;]?\\s*(?:${BODY})([\\s\\S]{1,5000})$`,
      'i',
    ),
    ([, verb = '', to = '', subject = '', body = '']) => outgoing(toolOf(verb), to, subject, body),
  ],
  [
    new RegExp(
      `^(send|draft|prepare|write|compose)\\s+(?:an?\\s+|the\\s+)?(?:e-?mail|mail|message|draft)\\s+(?:to|for)\\s+${ADDRESS}\\s*(?:${BODY}|,\\s*)([\\s\\S]{1,5000})$`,
      'i',
    ),
    ([, verb = '', to = '', body = '']) => outgoing(toolOf(verb), to, undefined, body),
  ],
  [
    new RegExp(`^(?:e-?mail|mail)\\s+${ADDRESS}\\s*(?:${BODY}|,\\s*)([\\s\\S]{1,5000})$`, 'i'),
    ([, to = '', body = '']) => outgoing('gmail_send_email', to, undefined, body),
  ],
  [
    new RegExp(`^(?:send|e-?mail|mail)\\s+["“]([\\s\\S]{1,5000})["”]\\s+to\\s+${ADDRESS}$`, 'i'),
    ([, body = '', to = '']) => outgoing('gmail_send_email', to, undefined, body),
  ],
];
