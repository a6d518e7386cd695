import type { Octokit } from '@octokit/rest';
import { contentWords } from '../documents/search-passages.ts';

type Place = { owner: string; repo: string };
const COMMENTS = 100;
const CHANGED_FILES = 50;
const LISTED = 15;

/** An issue or a pull request with its comments; of a pull request what it changes, too. */
export async function readThread(
  octokit: Octokit,
  place: Place,
  number: number,
): Promise<{ title: string; text: string }> {
  const at = { ...place, issue_number: number };
  const { data: issue } = await octokit.rest.issues.get(at);
  const { data: comments } = await octokit.rest.issues.listComments({ ...at, per_page: COMMENTS });
  const pull = issue.pull_request === undefined ? undefined : await readPull(octokit, place, number);
  const labels = issue.labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))).filter(Boolean);
  const head = [
    `# ${issue.title} (#${issue.number})`,
    [
      pull?.state ?? issue.state,
      `opened by ${issue.user?.login ?? 'unknown'} on ${issue.created_at.slice(0, 10)}`,
      ...(labels.length > 0 ? [`labels: ${labels.join(', ')}`] : []),
      `${issue.comments} comments`,
    ].join(' · '),
  ];
  const said = comments.map(
    ({ user, created_at, body }) => `## ${user?.login ?? 'unknown'} on ${created_at.slice(0, 10)}\n\n${body ?? ''}`,
  );
  const text = [...head, issue.body ?? '', ...(pull === undefined ? [] : [pull.changes]), ...said].join('\n\n');
  return { title: `${issue.title} (#${issue.number})`, text };
}

async function readPull(octokit: Octokit, place: Place, number: number): Promise<{ state: string; changes: string }> {
  const at = { ...place, pull_number: number };
  const [{ data: pull }, { data: files }] = await Promise.all([
    octokit.rest.pulls.get(at),
    octokit.rest.pulls.listFiles({ ...at, per_page: CHANGED_FILES }),
  ]);
  const lines = files.map((file) => `- ${file.filename} (${file.status}, +${file.additions} -${file.deletions})`);
  return {
    state: pull.merged ? 'merged' : pull.draft ? 'draft' : pull.state,
    changes: [`## Changes: ${pull.changed_files} files, +${pull.additions} -${pull.deletions}`, ...lines].join('\n'),
  };
}

/** Issues or pull requests that speak of the question, else the newest open ones. */
export async function listThreads(
  octokit: Octokit,
  place: Place,
  kind: 'issues' | 'pulls',
  question: string,
): Promise<string> {
  const words = contentWords(question).slice(0, 6).join(' ');
  const type = kind === 'issues' ? 'is:issue' : 'is:pr';
  const q = `repo:${place.owner}/${place.repo} ${type} ${words}`;
  const { data } = await octokit.rest.search.issuesAndPullRequests({ q, per_page: LISTED });
  const items =
    data.items.length > 0
      ? data.items
      : (await octokit.rest.issues.listForRepo({ ...place, state: 'open', per_page: LISTED })).data.filter(
          (issue) => (issue.pull_request === undefined) === (kind === 'issues'),
        );
  const title = kind === 'issues' ? 'Issues' : 'Pull requests';
  const head =
    data.items.length > 0
      ? `# ${title} about the question (${data.total_count})`
      : `# Newest open ${title.toLowerCase()}`;
  return [
    head,
    ...items.map(
      (issue) =>
        `- [#${issue.number} ${issue.title}](${issue.html_url}) ${issue.state}, ${issue.comments} comments, ${issue.updated_at.slice(0, 10)}`,
    ),
  ].join('\n');
}

/** The newest releases with their notes, or the one of a tag. */
export async function readReleases(octokit: Octokit, place: Place, tag: string | undefined): Promise<string> {
  const releases =
    tag === undefined
      ? (await octokit.rest.repos.listReleases({ ...place, per_page: 10 })).data
      : [(await octokit.rest.repos.getReleaseByTag({ ...place, tag })).data];
  if (releases.length === 0) return '# Releases\n\nThere are none.';
  return releases
    .map(
      ({ name, tag_name, published_at, prerelease, body }) =>
        `# ${name || tag_name} (${tag_name}, ${published_at?.slice(0, 10) ?? 'not published'}${prerelease ? ', pre-release' : ''})\n\n${body ?? ''}`,
    )
    .join('\n\n');
}

/** Files that contain words of the question; GitHub allows this search only with a token. */
export async function searchCode(octokit: Octokit, place: Place, question: string): Promise<string> {
  const words = contentWords(question).slice(0, 4).join(' ');
  const { data } = await octokit.rest.search.code({
    q: `${words} repo:${place.owner}/${place.repo}`,
    per_page: 10,
    mediaType: { format: 'text-match' },
  });
  if (data.items.length === 0) return '';
  const items = data.items.map(({ path, html_url, text_matches }) => {
    const fragment = text_matches?.[0]?.fragment;
    return `- [${path}](${html_url})${fragment === undefined ? '' : `\n\n\`\`\`\n${fragment.slice(0, 400)}\n\`\`\``}`;
  });
  return ['## Code that has these words', ...items].join('\n');
}
