/**
 * Estimated tokens of a text: 4 characters each for Latin scripts, 1 for the rest (CJK and others take more tokens a
 * character). Used for budgets and where the provider counts nothing.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x24f) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide);
}

/** The longest start of a text within a budget of estimated tokens, cut at a line's end where one is near. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(text.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  const lineEnd = text.lastIndexOf('\n', low);
  return text.slice(0, lineEnd > low * 0.8 ? lineEnd : low);
}
