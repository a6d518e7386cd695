/**
 * Base URLs of the services that tools call, without a slash at the end. Each may be changed in the settings (`endpoints` in
 * config.json, or the environment's PAGEHAND_ENDPOINTS): for a service's own server, such as GitHub Enterprise or SearXNG.
 */
export const ENDPOINTS = {
  'tavily': 'https://api.tavily.com',
  'github': 'https://api.github.com',
  'youtube': 'https://www.youtube.com',
  'gmail': 'https://gmail.googleapis.com',
  'calendar': 'https://www.googleapis.com',
  'google-auth': 'https://accounts.google.com',
  'google-oauth': 'https://oauth2.googleapis.com',
  'jiit': 'https://webportal.jiit.ac.in:6011',
} as const;

export type EndpointId = keyof typeof ENDPOINTS;
export type Endpoints = Readonly<Partial<Record<EndpointId, string>>>;

/** The base URL of a service: the person's own where they set one. */
export const endpointOf = (own: Endpoints, id: EndpointId): string => (own[id] ?? ENDPOINTS[id]).replace(/\/+$/u, '');
