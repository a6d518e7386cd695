/** The services that a person may connect in the settings. */
export const CONNECTION_IDS = ['tavily', 'searxng', 'github', 'google', 'pyjiit'] as const;
export type ConnectionId = (typeof CONNECTION_IDS)[number];

/** The fields of a connection, by name: a key, a token, a URL. They stay in the backend. */
export type ConnectionFields = Readonly<Record<string, string>>;
