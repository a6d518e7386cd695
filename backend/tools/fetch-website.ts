import { AppError } from '@pagehand/contracts/errors';
import type { ToolContext } from './define-tool.ts';
import { readBytes, statusError } from './service-errors.ts';

/** Bytes that are read of a page or text, and of a PDF. */
const MOST_TEXT = 8_000_000;
const MOST_PDF = 40_000_000;

export type FetchedText = { url: string; title: string; markdown: string; cut: boolean };

/**
 * Fetches an address without cookies and reads what it is: a web page, a PDF, plain text.
 * @throws AppError by status, by what egress and the readers throw, `service-error` for anything that is no text.
 */
export async function fetchWebsite(address: string, context: ToolContext): Promise<FetchedText> {
  const response = await context.fetch(address, {
    headers: {
      'accept': 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5',
      'accept-language': 'en,*;q=0.5',
      'user-agent': 'Mozilla/5.0 (compatible; Pagehand)',
    },
    signal: context.signal,
  });
  const url = response.url || address;
  const host = new URL(url).host;
  if (!response.ok) {
    await response.body?.cancel();
    throw signInHint(statusError({ name: host }, response, 'this page'), response.status);
  }
  const [type = '', parameters = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(/;(.*)/s);
  const isPdf = type.trim() === 'application/pdf' || /\.pdf$/i.test(new URL(url).pathname);
  const { bytes, cut } = await readBytes(response, isPdf ? MOST_PDF : MOST_TEXT);
  if (startsWithPdf(bytes)) {
    if (cut) throw new AppError('too-large', `The PDF is larger than ${MOST_PDF / 1_000_000} MB.`);
    const { title, markdown } = await context.documents.pdf(bytes);
    if (markdown === '') throw new AppError('service-error', 'The PDF holds no text, only pictures.');
    return { url, title, markdown, cut };
  }
  const text = decode(bytes, parameters);
  if (/html|^$/.test(type) || /^\s*<(?:!doctype html|html)\b/i.test(text))
    return { url, cut, ...(await context.documents.webPage(text, url)) };
  if (/^(?:text\/|application\/(?:[\w.+-]*(?:json|xml|yaml|javascript)))/.test(type.trim()))
    return { url, title: '', markdown: text, cut };
  throw new AppError('service-error', `There is no text at this address, but ${type.trim().slice(0, 80)}.`);
}

/** Pages that want a sign-in can be read where the person is signed in. */
function signInHint(error: AppError, status: number): AppError {
  if (status !== 401 && status !== 403 && status !== 429) return error;
  return new AppError(
    error.code === 'connection-refused' ? 'service-error' : error.code,
    `${error.message} website with how "browser" reads it as the person sees it.`,
  );
}

const startsWithPdf = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, 1_024)).includes('%PDF-');

/** By the header's charset, a byte order mark, or what the page says at its start; else UTF-8. */
function decode(bytes: Uint8Array, parameters: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const named =
    /charset\s*=\s*["']?([\w-]+)/i.exec(parameters)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // a charset that nobody knows
  }
}
