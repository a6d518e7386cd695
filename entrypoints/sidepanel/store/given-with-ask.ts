import { GivenArtifactSchema } from '@pagehand/contracts/attachments';
import type { PanelState } from './panel-store.ts';
import type { Given } from './view-state.ts';

/** What goes along with an ask that is sent now. */
export const givenNow = ({ attachments, mentions }: Pick<PanelState, 'attachments' | 'mentions'>): Given => [
  ...mentions.map(({ tabId, title, host }) => tabOf(String(tabId), title, host)),
  ...attachments.map(({ key, name, attachment }) => fileOf(key, name, attachment?.type ?? '')),
];

/** What went along with a stored ask, by its artifact. */
export function givenBefore(artifact: Record<string, unknown> | undefined): Given {
  const stored = GivenArtifactSchema.safeParse(artifact ?? {}).data;
  if (stored === undefined) return [];
  return [
    ...stored.mentions.map(({ url, title }, at) =>
      tabOf(`tab-${at}`, title, URL.canParse(url) ? new URL(url).host : ''),
    ),
    ...stored.attachments.map(({ attachmentId, name, type }) => fileOf(attachmentId, name, type)),
  ];
}

const tabOf = (key: string, title: string, host: string): Given[number] => ({
  key,
  kind: 'tab',
  name: title === '' ? host : title,
});
const fileOf = (key: string, name: string, type: string): Given[number] => ({
  key,
  kind: type.startsWith('image/') ? 'picture' : 'file',
  name,
});
