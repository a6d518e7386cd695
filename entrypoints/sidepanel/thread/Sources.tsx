import type { Source } from '@pagehand/contracts/sources';
import { useText } from '../texts/text.ts';
import { Fold } from '../ui/Card.tsx';
import { Link } from './link.tsx';

/** What the answer rests on, numbered as it cites them. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useText();
  if (sources.length === 0) return null;
  return (
    <Fold summary={t.count('sources', sources.length)} testId="sources" open>
      <ol className="sources">
        {sources.map(({ n, title, url }) => (
          <li key={`${n} ${url}`} value={n}>
            <Link href={url}>{title}</Link>
          </li>
        ))}
      </ol>
    </Fold>
  );
}
