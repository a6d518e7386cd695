import type { Octokit } from '@octokit/rest';
import { stem, termsOf, wordsOf } from '../documents/search-passages.ts';

/** What is shown of a repository, within a budget of about 4,000 tokens. */
const README = 3_000;
const TREE_LINES = 120;
const FILES = 5;
const ONE_FILE = 2_000;
/** Files that are larger are not looked into. */
const MOST_BYTES = 200_000;
const NO_TEXT =
  /\.(?:png|jpe?g|gif|svg|ico|webp|pdf|zip|gz|woff2?|ttf|mp[34]|wasm|lock|map|snap|bin|exe)$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml)$/i;

type Place = { owner: string; repo: string };
type TreeFile = { path: string; size: number; sha: string };

/**
 * A repository in few words: what it is, its README, its tree, and the files that the question is about, best first.
 */
export async function repositoryDigest(octokit: Octokit, place: Place, question: string): Promise<string> {
  const { data: about } = await octokit.rest.repos.get(place);
  const ref = about.default_branch;
  const [readme, tree] = await Promise.all([
    // The file itself instead of JSON around base64.
    octokit.rest.repos
      .getReadme({ ...place, mediaType: { format: 'raw' } })
      .then(({ data }) => String(data), noneIf404),
    octokit.rest.git.getTree({ ...place, tree_sha: ref, recursive: 'true' }).then(({ data }) => data, noneIf404),
  ]);
  const files = (tree?.tree ?? []).flatMap(({ path, size, sha, type }): TreeFile[] =>
    type === 'blob' && path !== undefined && sha !== undefined ? [{ path, sha, size: size ?? 0 }] : [],
  );
  const best = rankFiles(files, question).slice(0, FILES);
  const bodies = await Promise.all(
    best.map(async (file) => {
      const { data } = await octokit.rest.git.getBlob({ ...place, file_sha: file.sha });
      const text = Buffer.from(data.content, 'base64').toString('utf8');
      return text.includes('\u0000')
        ? ''
        : `### ${file.path}\n\n\`\`\`\n${aroundTerms(text, question, ONE_FILE)}\n\`\`\``;
    }),
  );
  const facts = [
    `${about.stargazers_count} stars`,
    `${about.open_issues_count} open issues and pull requests`,
    `language ${about.language ?? 'unknown'}`,
    `licence ${about.license?.spdx_id ?? 'unknown'}`,
    `last push ${about.pushed_at}`,
    ...(about.archived ? ['archived'] : []),
  ];
  return [
    `# ${about.full_name}`,
    about.description ?? '',
    facts.join(' · '),
    ...(readme === undefined ? [] : ['## README', readme.slice(0, README)]),
    `## Files (${files.length}${tree?.truncated ? ', cut by GitHub' : ''})`,
    treeLines(files.map(({ path }) => path)).join('\n'),
    ...(bodies.some((body) => body !== '') ? ['## Files about the question', ...bodies] : []),
  ].join('\n\n');
}

/** An empty repository has no tree, some have no README. */
export function noneIf404(error: unknown): undefined {
  if (error instanceof Error && 'status' in error && (error.status === 404 || error.status === 409)) return undefined;
  throw error;
}

/** Files by how many words of the question are in their path; the file's own name counts more. */
function rankFiles(files: readonly TreeFile[], question: string): TreeFile[] {
  const terms = new Set(termsOf(question));
  return files
    .filter(({ path, size }) => size <= MOST_BYTES && !NO_TEXT.test(path))
    .map((file) => ({ file, score: scoreOf(file.path, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.file.path.length - b.file.path.length)
    .map(({ file }) => file);
}

function scoreOf(path: string, terms: ReadonlySet<string>): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const hits = (text: string): number => {
    const words = wordsOf(text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-./]/g, ' ')).map(stem);
    return new Set(words.filter((word) => terms.has(word))).size;
  };
  const score = hits(path) + 2 * hits(name);
  return /(?:^|\/)(?:tests?|__tests__|fixtures|vendor|dist|node_modules)\//i.test(path) ? score / 2 : score;
}

/** The part of a file in which most words of the question stand. */
export function aroundTerms(text: string, question: string, most: number): string {
  if (text.length <= most) return text;
  const terms = new Set(termsOf(question));
  let best = { at: 0, hits: -1 };
  for (let at = 0; at < text.length; at += most / 2) {
    const hits = wordsOf(text.slice(at, at + most)).filter((word) => terms.has(stem(word))).length;
    if (hits > best.hits) best = { at, hits };
  }
  const from = best.at === 0 ? 0 : text.lastIndexOf('\n', best.at) + 1;
  return `${from > 0 ? '…\n' : ''}${text.slice(from, from + most)}\n…`;
}

/** Folders with how many files they hold, deep ones folded, until they fit. */
function treeLines(paths: readonly string[]): string[] {
  for (let depth = 6; depth >= 1; depth -= 1) {
    const counts = new Map<string, number>();
    for (const path of paths) {
      const parts = path.split('/');
      const shown = parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : path;
      counts.set(shown, (counts.get(shown) ?? 0) + 1);
    }
    if (counts.size <= TREE_LINES || depth === 1)
      return [...counts]
        .slice(0, TREE_LINES)
        .map(([path, count]) => (path.endsWith('/') ? `- ${path} (${count} files)` : `- ${path}`));
  }
  return [];
}
