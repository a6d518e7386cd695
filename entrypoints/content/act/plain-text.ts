const BLOCK =
  /<\/(?:p|div|h[1-6]|li|tr|table|ul|ol|dl|dd|dt|pre|blockquote|section|article|header|footer|nav|main|aside|figure|figcaption|caption|details|summary|fieldset|legend)>|<(?:br|hr)>/g;

/** Text of our own cleaned HTML, line by line. Only for HTML that `TextWriter` wrote: its tags and escapes are known. */
export function plainText(html: string): string {
  return html
    .replace(BLOCK, '\n')
    .replace(/<\/t[dh]>/g, '\t')
    .replace(/<img alt="([^"]*)">/g, '[$1]')
    .replace(/<[^>]*>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]*\n[\s]*/g, '\n')
    .trim();
}
