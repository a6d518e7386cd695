import type { Receipt } from '@pagehand/contracts/receipt';
import type { ReactNode } from 'react';
import { rich } from '../texts/rich.tsx';
import { useText } from '../texts/text.ts';
import { OUTCOME_WORDS, OutcomeIcon, outcomeWord } from './outcome.tsx';
import { Value } from './Value.tsx';

/** One receipt: what came of a step in a line; opened, what was read back and how the element was found. */
export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const t = useText();
  const { evidence } = receipt;
  return (
    <details className="receipt" data-testid="receipt" data-outcome={receipt.outcome}>
      <summary>
        <OutcomeIcon outcome={receipt.outcome} />
        <span className="receipt-word">{t('receiptWord')}</span>{' '}
        <span className="receipt-line">
          {rich(t('receiptLine'), {
            outcome: <strong>{t(OUTCOME_WORDS[receipt.outcome])}</strong>,
            what: <Value text={evidence.summary} />,
          })}
        </span>
      </summary>
      <dl className="facts">
        <Fact name={t('factBefore')} value={evidence.before} />
        <Fact name={t('factAfter')} value={evidence.after} />
        <Fact name={t('factAddress')} value={evidence.url} />
        <Fact name={t('factCover')} value={evidence.cover && `${evidence.cover.role} ${evidence.cover.name}`} />
        {evidence.found === undefined ? null : (
          <Fact name={t('factFound')}>{t(evidence.found === 'ref' ? 'foundByRef' : 'foundByLooks')}</Fact>
        )}
        {evidence.newTabs?.map((tab) => (
          <Fact key={tab.tabId} name={t('factNewTab')} value={tab.url} />
        ))}
        {evidence.messages?.map((message) => (
          <Fact key={message} name={t('factMessage')} value={message} />
        ))}
        {evidence.dialogs?.map((dialog) => (
          <Fact key={`${dialog.kind} ${dialog.text}`} name={t('factDialog')} value={dialog.text} />
        ))}
        {evidence.fields?.map((field) => (
          <Fact key={field.ref} name={t(outcomeWord(field.outcome))} value={field.detail} />
        ))}
        <Fact name={t('factFiles')} value={evidence.files?.join(', ')} />
        {evidence.picture === undefined ? null : (
          <Fact name={t('factPicture')}>
            <img className="receipt-picture" src={evidence.picture} alt={t('pictureAlt')} />
          </Fact>
        )}
        <Fact name={t('factText')} value={evidence.text} />
        <Fact name={t('factCode')} value={receipt.code} />
        <Fact name={t('factTime')}>{t('milliseconds', { ms: t.number(Math.round(receipt.ms)) })}</Fact>
      </dl>
    </details>
  );
}

function Fact(props: { name: string; value?: string | undefined; children?: ReactNode }) {
  if (props.children === undefined && (props.value === undefined || props.value === '')) return null;
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children ?? <Value text={props.value ?? ''} />}</dd>
    </div>
  );
}
