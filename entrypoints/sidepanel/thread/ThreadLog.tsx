import { ArrowDown } from 'lucide-react';
import { useStickToBottom } from 'use-stick-to-bottom';
import { TryThese } from '../onboarding/TryThese.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { TurnView } from './TurnView.tsx';

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The thread: follows what streams until the person scrolls up, then stays where they read. */
export function ThreadLog() {
  const t = useText();
  const turns = usePanel((state) => state.thread.turns);
  const announcement = usePanel((state) => state.announcement);
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: 'instant',
    resize: still() ? 'instant' : 'smooth',
  });
  return (
    <div className="thread">
      <div
        className="thread-scroll"
        ref={scrollRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('threadLabel')}
      >
        <div className="thread-content" ref={contentRef}>
          {turns.length === 0 ? <TryThese /> : turns.map((turn) => <TurnView key={turn.turnId} turn={turn} />)}
        </div>
      </div>
      <div className="visually-hidden" aria-live="polite" data-testid="announcement">
        {announcement}
      </div>
      {isAtBottom || turns.length === 0 ? null : (
        <Button className="to-newest" onPress={() => void scrollToBottom(still() ? 'instant' : 'smooth')}>
          <ArrowDown size={14} aria-hidden="true" />
          {t('toNewest')}
        </Button>
      )}
    </div>
  );
}
