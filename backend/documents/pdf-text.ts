import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { ReadText } from './document-reader.ts';

const MOST_PAGES = 500;

/** Why a PDF could not be read; an error of pdf.js would not cross the worker's border as itself. */
export type PdfFailure = { failed: 'encrypted' | 'broken' };

/** The text of a PDF, a heading before each page; empty where there are only pictures. Call it in a worker only. */
export async function pdfToMarkdown(bytes: Uint8Array): Promise<ReadText | PdfFailure> {
  try {
    const pdf = await getDocumentProxy(bytes, {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    });
    const { totalPages, text } = await extractText(pdf, { mergePages: false });
    const { info } = await getMeta(pdf);
    const title: unknown = info['Title'];
    const shown = typeof title === 'string' ? title.slice(0, 200) : '';
    if (text.every((page) => page.trim() === '')) return { title: shown, markdown: '' };
    const pages = text.slice(0, MOST_PAGES).map((page, index) => `## Page ${index + 1}\n\n${paragraphs(page)}`);
    if (totalPages > MOST_PAGES) pages.push(`[${totalPages - MOST_PAGES} more pages were left out]`);
    return { title: shown, markdown: pages.join('\n\n') };
  } catch (error) {
    return { failed: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' };
  }
}

const paragraphs = (page: string): string =>
  page
    .replace(/[ \t]+/g, ' ')
    .replace(/-\n(?=\p{Ll})/gu, '')
    .replace(/\n{2,}/g, '\n\n')
    .trim();
