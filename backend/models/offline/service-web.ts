import type { NextCall } from './page-reading.ts';
import { call, type ServiceRule, SHOW, URL_WORD, unquoted } from './service-rules.ts';

const WEB = '(?:(?:the\\s+)?(?:web|internet)|online|google)';
const SEMESTER = '(?:\\s+(?:for|of|in)\\s+(?:the\\s+)?(?:semester\\s+)?([A-Za-z0-9]{4,20}))?';

/** By its host: a video, a repository, any other address. */
function atAddress(url: string, question: string): NextCall {
  const { hostname, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', pathname: '' };
  if (/^(?:www\.|m\.)?youtube\.com$|^youtu\.be$/.test(hostname)) return call('youtube', { url, question });
  if (/^(?:www\.)?github\.com$/.test(hostname) && /^\/[^/]+\/[^/]+/.test(pathname))
    return call('github', { url, question });
  return call('website', { url, question });
}

const semester = (name: string, code: string | undefined): NextCall =>
  call(name, code === undefined ? {} : { registration_code: code.toUpperCase() });

/** Direct commands for the web: search, addresses, repositories, videos, and the institute's portal. */
export const WEB_RULES: readonly ServiceRule[] = [
  [
    new RegExp(
      `^(?:search|look|look up|find)\\s+(?:on\\s+|in\\s+)?${WEB}\\s+(?:for\\s+)?([\\s\\S]{1,380})$|^(?:google|web search(?:\\s+for)?)[:\\s]\\s*([\\s\\S]{1,380})$`,
      'i',
    ),
    ([, a, b]) => call('web_search', { query: (a ?? b ?? '').trim() }),
  ],
  [
    new RegExp(
      `^(?:search|look|find|look up)\\s+(?:for\\s+|up\\s+)?([\\s\\S]{1,380}?)\\s+(?:on\\s+|in\\s+)?${WEB}$`,
      'i',
    ),
    ([, query = '']) => call('web_search', { query: query.trim() }),
  ],
  [
    /^(?:ask\s+)?github\s+(?:repo(?:sitory)?\s+)?((?:https?:\/\/\S*?)?[\w.-]+\/[\w.-]+(?:[#/]\S*?)?)\s*(?:[:,]|\s)\s*(.{1,1000})$/i,
    ([, url = '', question = '']) => call('github', { url, question: unquoted(question) }),
  ],
  [
    new RegExp(
      `^(?:(?:show|get|give)(?:\\s+me)?\\s+)?(?:the\\s+)?transcript\\s+(?:of|for|from)\\s+(?:the\\s+)?(?:video\\s+)?${URL_WORD}$`,
      'i',
    ),
    ([, url = '']) => call('youtube', { url, question: 'What does the transcript say?' }),
  ],
  [
    new RegExp(
      `^(?:summari[sz]e|sum up)\\s+(?:the\\s+|this\\s+)?(?:youtube\\s+)?video\\s+(?:at\\s+)?${URL_WORD}$`,
      'i',
    ),
    ([, url = '']) => call('youtube', { url, question: 'Summarize the video' }),
  ],
  [
    new RegExp(`^(?:ask\\s+(?:the\\s+)?)?(?:youtube\\s+)?video\\s+${URL_WORD}\\s*[:,]?\\s+(.{1,1000})$`, 'i'),
    ([, url = '', question = '']) => call('youtube', { url, question: unquoted(question) }),
  ],
  [
    new RegExp(
      `^(what|how|who|when|where|why)\\s+(.{0,80}?)\\s*(?:the\\s+)?(video\\s+|website\\s+|site\\s+|page\\s+)?(?:at\\s+)?${URL_WORD}(?:\\s+(.{1,900}))?$`,
      'i',
    ),
    ([, asks = '', before = '', kind = '', url = '', after = '']) => {
      const question = `${asks} ${before} it ${after}`.replaceAll(/\s+/g, ' ').trim();
      return /^video/i.test(kind) ? call('youtube', { url, question }) : atAddress(url, question);
    },
  ],
  [
    new RegExp(
      `^(?:ask\\s+)?(?:the\\s+)?(?:web\\s?site|site|web\\s?page|address)\\s+${URL_WORD}\\s*[:,]?\\s+(.{1,1000})$`,
      'i',
    ),
    ([, url = '', question = '']) => call('website', { url, question: unquoted(question) }),
  ],
  [
    new RegExp(`^ask\\s+${URL_WORD}\\s*[:,]?\\s+(.{1,1000})$`, 'i'),
    ([, url = '', question = '']) => atAddress(url, unquoted(question)),
  ],
  [
    new RegExp(
      `^(?:summari[sz]e|sum up|read|fetch)\\s+(?:(?:the\\s+)?(?:web\\s?site|site|web\\s?page|page|article|address|repo(?:sitory)?)\\s+)?(?:at\\s+)?${URL_WORD}$`,
      'i',
    ),
    ([, url = '']) => atAddress(url, 'Summarize it'),
  ],
  [new RegExp(`^${SHOW}attendance${SEMESTER}$`, 'i'), ([, code]) => semester('pyjiit_agent', code)],
  [new RegExp(`^${SHOW}semesters$`, 'i'), () => call('pyjiit_semesters')],
  // One word alone may be a word of the page.
  [/^(?:(?:show|list|check|what are)(?:\s+me)?\s+)?my\s+(?:grades|marks|sgpa|cgpa)$/i, () => call('pyjiit_grades')],
  [
    new RegExp(`^(?:(?:show|list|when are)(?:\\s+me)?\\s+)?my\\s+(?:exams?|exam (?:schedule|dates))${SEMESTER}$`, 'i'),
    ([, code]) => semester('pyjiit_exams', code),
  ],
  [
    new RegExp(
      `^(?:(?:show|list|what are)(?:\\s+me)?\\s+)?my\\s+(?:registered\\s+)?(?:subjects|courses)${SEMESTER}$`,
      'i',
    ),
    ([, code]) => semester('pyjiit_subjects', code),
  ],
  [
    /^(?:log|sign)\s?in\s+(?:to|at)\s+(?:the\s+)?(?:jiit(?:'s)?(?:\s+(?:web)?portal)?|(?:institute's|college)\s+portal|pyjiit)$/i,
    () => call('pyjiit_login'),
  ],
  [
    /^what(?:'s| is)\s+(?:the\s+)?(?:time|date|current time|date today|today's date)(?:\s+(?:now|today|is it))?$|^what time is it(?:\s+now)?$/i,
    () => call('current_time'),
  ],
  [
    /^(?:remember|note|note down|keep in mind)\s+(?:that\s+|:\s*)?(\S[\s\S]{2,900})$/i,
    ([, note = '']) => call('remember', { note: unquoted(note) }),
  ],
  [
    /^(?:what (?:did|do) (?:you|i) (?:note|remember|noted)|(?:show|list)\s+(?:me\s+)?(?:my|the|your)\s+notes)$/i,
    () => call('recall'),
  ],
];
