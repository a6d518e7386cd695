import { writeFile } from 'node:fs/promises';
import { type Line, linesOf, openPdf, pageNumbers, place } from './document.ts';

/** Text that one call gives back; the rest goes to a file. */
const MAX_TEXT = 100_000;

/** A blank line where the next line is further away than lines of one paragraph. */
function textOf(lines: readonly Line[]): string {
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      const apart = before !== undefined && before.bottom - line.bottom > 1.6 * Math.max(before.height, line.height);
      return `${apart ? '\n' : ''}${line.cells.map(({ text }) => text).join('\t')}`;
    })
    .join('\n');
}

/**
 * Says what a PDF is: pages, title, author, and whether it has text at all.
 * @param file - The PDF in the workspace.
 */
export async function describe_pdf(
  file: string,
): Promise<{ pages: number; title?: string; author?: string; has_text: boolean }> {
  const document = await openPdf(file);
  const metadata = await document.getMetadata();
  const { Title: title, Author: author } = Object(metadata.info);
  let hasText = false;
  for (let page = 1; page <= Math.min(document.numPages, 5) && !hasText; page += 1)
    hasText = (await linesOf(document, page)).length > 0;
  return {
    pages: document.numPages,
    ...(typeof title === 'string' && title !== '' ? { title } : {}),
    ...(typeof author === 'string' && author !== '' ? { author } : {}),
    has_text: hasText,
  };
}

/**
 * Reads the text of a PDF, page by page. Cells of a table are apart by tabs.
 * @param file - The PDF in the workspace.
 * @param pages - Like "1-3,5". Default: all.
 * @param output - A file to write all of the text to, like "report.txt".
 */
export async function pdf_text(
  file: string,
  pages?: string,
  output?: string,
): Promise<{ pages: { page: number; text: string }[]; cut?: string }> {
  const document = await openPdf(file);
  const read: { page: number; text: string }[] = [];
  for (const page of pageNumbers(pages, document.numPages))
    read.push({ page, text: textOf(await linesOf(document, page)) });
  if (read.every(({ text }) => text === ''))
    throw new Error('These pages have no text: they may be pictures of a scan.');
  if (output !== undefined)
    await writeFile(place(output), read.map(({ page, text }) => `[page ${page}]\n${text}\n`).join('\n'));
  let left = MAX_TEXT;
  const shown = read.flatMap(({ page, text }) => {
    const part = text.slice(0, left);
    left -= part.length;
    return part === '' ? [] : [{ page, text: part }];
  });
  return {
    pages: shown,
    ...(left <= 0 ? { cut: `Only the first ${MAX_TEXT} characters: name pages, or an output file.` } : {}),
  };
}
