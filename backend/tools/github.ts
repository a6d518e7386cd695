import type { Octokit } from '@octokit/rest';
import { AppError } from '@pagehand/contracts/errors';
import { LIMITS } from '@pagehand/contracts/limits';
import * as z from 'zod';
import { type RelevantText, relevantText } from '../documents/relevant-text.ts';
import { defineTool, type ToolContext } from './define-tool.ts';
import { githubCall, githubClient, hasToken } from './github-client.ts';
import { aroundTerms, repositoryDigest } from './github-digest.ts';
import { type GithubTarget, githubTarget, githubWeb } from './github-target.ts';
import { listThreads, readReleases, readThread, searchCode } from './github-threads.ts';
import { tellText } from './tell-text.ts';

/** Characters of a file or a digest that go to the model at once. */
const SHOWN = 10_000;

const schema = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(LIMITS.url)
    .describe('owner/repo, owner/repo#12, or a github.com address: repository, issue, pull request, file, releases'),
  question: z.string().trim().min(1).max(1_000).describe('What to find out there'),
});

/** Reads GitHub: repositories, issues, pull requests, files, releases; private ones with the person's token. */
export const github = defineTool({
  name: 'github',
  description:
    'Answer a question from GitHub: a repository (README, tree, files, code), an issue or pull request, a file, releases.',
  schema,
  risk: 'low',
  effect: 'read',
  // Its pages and its API are one place: what was read on the former may be asked of the latter.
  sends: ({ url }, context) => {
    const endpoint = context.endpoint('github');
    return { destination: githubTarget(url, endpoint)?.web ?? githubWeb(endpoint), asksOnly: true };
  },
  async run({ url, question }, context) {
    const target = githubTarget(url, context.endpoint('github'));
    if (target === undefined) throw new AppError('invalid-arguments', 'This names no repository on GitHub.');
    context.status('reading GitHub');
    const octokit = githubClient(context);
    const read = await githubCall(context, () => readTarget(octokit, target, question, context));
    return tellText({ ...read, url: addressOf(target), kind: 'github' }, context);
  },
});

type Read = { title: string; relevant: RelevantText; whole: string };

async function readTarget(
  octokit: Octokit,
  target: GithubTarget,
  question: string,
  context: ToolContext,
): Promise<Read> {
  const place = { owner: target.owner, repo: target.repo };
  const name = `${target.owner}/${target.repo}`;
  switch (target.kind) {
    case 'thread': {
      const { title, text } = await readThread(octokit, place, target.number);
      return { title: `${name}: ${title}`, whole: text, relevant: relevantText(text, question) };
    }
    case 'issues':
    case 'pulls':
      return listed(`${name}: ${target.kind}`, await listThreads(octokit, place, target.kind, question));
    case 'releases':
    case 'release': {
      const text = await readReleases(octokit, place, target.kind === 'release' ? target.tag : undefined);
      return { title: `${name}: releases`, whole: text, relevant: relevantText(text, question) };
    }
    case 'file': {
      const { data } = await octokit.rest.repos.getContent({
        ...place,
        path: target.path,
        ref: target.ref,
        mediaType: { format: 'raw' },
      });
      const text = typeof data === 'string' ? data : JSON.stringify(data, null, 1);
      const shown = aroundTerms(text, question, SHOWN);
      return { title: `${name}: ${target.path}`, whole: text, relevant: { text: shown, cut: shown !== text } };
    }
    case 'repository':
      return readRepository(octokit, place, question, context);
  }
}

/** The digest; with what the question asks for besides: issues, releases, code (with a token). */
async function readRepository(
  octokit: Octokit,
  place: { owner: string; repo: string },
  question: string,
  context: ToolContext,
): Promise<Read> {
  const more: [what: string, Promise<string>][] = [];
  if (/\b(?:issues?|bugs?|problems?|errors?|crash\w*|reported)\b/i.test(question))
    more.push(['issues', listThreads(octokit, place, 'issues', question)]);
  if (/\b(?:pull requests?|prs?|merged?)\b/i.test(question))
    more.push(['pull requests', listThreads(octokit, place, 'pulls', question)]);
  if (/\b(?:releases?|versions?|changelog|changed|latest)\b/i.test(question))
    more.push(['releases', readReleases(octokit, place, undefined)]);
  if (hasToken(context)) more.push(['code', searchCode(octokit, place, question)]);
  const [digest, ...parts] = await Promise.all([
    repositoryDigest(octokit, place, question),
    // What is asked besides may be switched off or used up (code search has a limit of its own): the digest stands.
    ...more.map(([what, part]) =>
      part.catch((error: unknown) => {
        if (context.signal.aborted) throw error;
        return `(The search of ${what} failed.)`;
      }),
    ),
  ]);
  const extras = parts.filter((part) => part !== '').map((part) => part.slice(0, 3_000));
  return listed(`${place.owner}/${place.repo}`, [...extras, digest].join('\n\n'));
}

const listed = (title: string, text: string): Read => ({
  title,
  whole: text,
  relevant: { text: text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}\n…`, cut: text.length > SHOWN },
});

function addressOf(target: GithubTarget): string {
  const base = `${target.web}/${target.owner}/${target.repo}`;
  switch (target.kind) {
    case 'thread':
      return `${base}/issues/${target.number}`;
    case 'file':
      return `${base}/blob/${[target.ref, ...target.path.split('/')].map(encodeURIComponent).join('/')}`;
    case 'release':
      return `${base}/releases/tag/${encodeURIComponent(target.tag)}`;
    case 'repository':
      return base;
    default:
      return `${base}/${target.kind}`;
  }
}
