import { FileText, Globe, ImageIcon } from 'lucide-react';
import type { Given } from '../store/view-state.ts';

const ICONS = { tab: Globe, picture: ImageIcon, file: FileText } as const;

/** Files and tabs that went along with an ask, under its words. */
export function GivenWithAsk({ given }: { given: Given }) {
  return (
    <ul className="chips ask-given">
      {given.map(({ key, kind, name }) => {
        const Icon = ICONS[kind];
        return (
          <li className="chip" key={key} data-testid="given-chip" title={name}>
            <Icon size={12} aria-hidden="true" />
            <bdi className="chip-name">{kind === 'tab' ? `@${name}` : name}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
