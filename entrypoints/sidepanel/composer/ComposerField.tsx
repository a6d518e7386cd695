import { LIMITS } from '@pagehand/contracts/limits';
import type { KeyboardEvent, RefObject } from 'react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { OPTION_LIST, optionId } from './OptionList.tsx';
import { useGrownHeight } from './use-grown-height.ts';
import type { useSuggestions } from './use-suggestions.ts';

/** The box that is written in. It grows with its text, up to a third of the panel; files can be pasted into it. */
export function ComposerField(props: {
  ref: RefObject<HTMLTextAreaElement | null>;
  suggestions: ReturnType<typeof useSuggestions>;
  onSubmit(): void;
}) {
  const { ref, suggestions, onSubmit } = props;
  const t = useText();
  const { actions } = useActions();
  const draft = usePanel((state) => state.draft);

  useGrownHeight(ref, draft);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (suggestions.onKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (event.nativeEvent.isTrusted) onSubmit();
    } else if (event.key === 'ArrowUp' && draft === '') {
      const last = usePanel.getState().thread.turns.findLast((turn) => turn.ask !== undefined)?.ask;
      if (last === undefined) return;
      event.preventDefault();
      actions.setDraft(last);
    }
  };

  return (
    <textarea
      ref={ref}
      data-testid="composer"
      aria-label={t('composerLabel')}
      aria-controls={suggestions.menu ? OPTION_LIST : undefined}
      aria-haspopup="listbox"
      aria-activedescendant={suggestions.menu && suggestions.picked >= 0 ? optionId(suggestions.picked) : undefined}
      aria-autocomplete="list"
      rows={1}
      dir="auto"
      maxLength={LIMITS.ask}
      placeholder={t('composerPlaceholder')}
      value={draft}
      onChange={(event) => {
        actions.setDraft(event.target.value);
        suggestions.reset();
      }}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files];
        if (pasted.length === 0) return;
        event.preventDefault();
        if (event.nativeEvent.isTrusted) void actions.attach(pasted);
      }}
    />
  );
}
