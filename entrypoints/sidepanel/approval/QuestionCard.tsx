import type { OpenInterrupt } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { Value } from '../plan/Value.tsx';
import type { ShownAnswer } from '../store/view-state.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { TextField } from '../ui/TextField.tsx';

type Request = Extract<OpenInterrupt['request'], { kind: 'question' }>;

/** A question of the agent: options to pick from, or words of one's own. */
export function QuestionCard(props: {
  open: OpenInterrupt;
  request: Request;
  closed: boolean;
  answer: ShownAnswer | undefined;
}) {
  const { open, request, closed, answer } = props;
  const t = useText();
  const { actions } = useActions();
  const [own, setOwn] = useState('');
  const give = (text: string) => void actions.answer(open.interruptId, { kind: 'question', answer: text });
  return (
    <Card
      icon={<MessageCircleQuestion size={16} />}
      title={t('questionTitle')}
      label={t('questionTitle')}
      state={closed && answer?.kind !== 'question' ? t('ended') : undefined}
      tone={closed ? 'plain' : 'asking'}
      role={closed ? 'group' : 'alert'}
      testId="question-card"
      id={`card-${open.interruptId}`}
    >
      <p dir="auto" className="question">
        {request.question}
      </p>
      {answer?.kind === 'question' ? (
        <p className="given">
          <Value text={answer.answer} />
        </p>
      ) : null}
      {closed ? null : (
        <>
          <div className="options">
            {request.options.map((option) => (
              <Button key={option} onPress={() => give(option)}>
                <Value text={option} />
              </Button>
            ))}
          </div>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              if (event.nativeEvent.isTrusted && own.trim() !== '') give(own.trim());
            }}
          >
            <TextField label={t('ownAnswer')} dir="auto" maxLength={LIMITS.ask} value={own} onChange={setOwn} />
            <div className="buttons">
              <Button look="primary" disabled={own.trim() === ''} onPress={() => give(own.trim())}>
                {t('answer')}
              </Button>
            </div>
          </form>
        </>
      )}
    </Card>
  );
}
