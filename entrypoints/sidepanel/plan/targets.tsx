import type { RefInfo } from '@pagehand/contracts/snapshot';
import { rich } from '../texts/rich.tsx';
import { useText } from '../texts/text.ts';
import { Value } from './Value.tsx';

/** What the refs of a plan are: by the panel's own snapshot where it has it. */
export type Targets = ReadonlyMap<string, RefInfo>;

/** An element by its name and its place: `"Select" in row "TAP 14:05"`. */
export function Target({ refId, targets }: { refId: string; targets: Targets }) {
  const t = useText();
  const info = targets.get(refId);
  if (!info) return <span className="target">{t('targetUnknown')}</span>;
  const name = info.name === '' ? <Value text={info.role} /> : <Quoted text={info.name} />;
  // A bare landmark (`main`) tells nobody where to look; a row or section with a name does.
  if (info.place === undefined || !info.place.includes('"')) return <span className="target">{name}</span>;
  return (
    <span className="target">
      {rich(t('targetInPlace'), { target: name, place: <bdi className="place">{info.place}</bdi> })}
    </span>
  );
}

export function Quoted({ text }: { text: string }) {
  const t = useText();
  return <span className="quoted">{rich(t('quoted'), { text: <Value text={text} /> })}</span>;
}
