const HOST =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** The URL a person means: a host alone gets https, this machine http. Undefined when it is not an address. */
export function urlOf(words: string): string | undefined {
  const text = words.trim();
  if (/^https?:\/\/\S+$/i.test(text)) return text;
  if (!HOST.test(text)) return undefined;
  return /^(?:localhost|127\.|\[)/i.test(text) ? `http://${text}` : `https://${text}`;
}
