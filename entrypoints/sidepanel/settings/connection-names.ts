import type { ConnectionId, GoogleAccess } from '@pagehand/contracts/connection-ids';
import type { TextKey } from '../texts/text.ts';

/** Names of services are the same in every language. */
export const CONNECTION_NAMES: Readonly<Record<ConnectionId, string>> = {
  tavily: 'Tavily',
  searxng: 'SearXNG',
  github: 'GitHub',
  google: 'Google',
  pyjiit: 'JIIT',
};

export const CONNECTION_ABOUT: Readonly<Record<ConnectionId, TextKey>> = {
  tavily: 'connectTavilyAbout',
  searxng: 'connectSearxngAbout',
  github: 'connectGithubAbout',
  google: 'connectGoogleAbout',
  pyjiit: 'connectPyjiitAbout',
};

export const FIELD_NAMES: Readonly<Record<string, TextKey>> = {
  key: 'apiKey',
  token: 'accessToken',
  url: 'baseUrl',
  client_id: 'clientId',
  client_secret: 'clientSecret',
};

export const ACCESS_NAMES: Readonly<Record<GoogleAccess, TextKey>> = {
  'mail-read': 'accessMailRead',
  'mail-change': 'accessMailChange',
  'mail-draft': 'accessMailDraft',
  'mail-send': 'accessMailSend',
  'calendar-read': 'accessCalendarRead',
  'calendar-change': 'accessCalendarChange',
};
