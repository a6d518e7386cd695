import { type KeyboardEvent, useMemo, useState } from 'react';
import { buildCommands, completeCommand } from '../../utils/agent-map.ts';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useTabMenu } from './use-tab-menu.ts';

/**
 * What fits the words typed so far: commands behind `/`, tabs behind `@`. Arrows move, Enter and Tab take, Esc closes.
 * @param onTaken the person took one: the field gets the focus again.
 */
export function useSuggestions(draft: string, onTaken: () => void) {
  const { actions } = useActions();
  const tools = usePanel((state) => state.tools);
  const pageTools = usePanel((state) => state.pageTools?.tools);
  const skills = usePanel((state) => state.skills?.skills);
  const [marked, setMarked] = useState(0);
  const [dismissed, setDismissed] = useState('');

  const commands = useMemo(() => buildCommands(tools?.tools ?? [], pageTools, skills), [tools, pageTools, skills]);
  const completion = useMemo(() => completeCommand(draft, commands), [draft, commands]);
  const open = dismissed !== draft;
  const suggestions = 'suggestions' in completion && open ? completion.suggestions : [];
  const unknown = completion.state === 'unknown' && open;
  const tabs = useTabMenu(draft, !open);

  const menu = tabs ? 'tabs' : suggestions.length > 0 || unknown ? 'commands' : undefined;
  const count = tabs?.choices.length ?? suggestions.length;
  const picked = Math.min(marked, count - 1);

  const take = (index: number): void => {
    const command = suggestions[index];
    if (tabs) tabs.take(index);
    else if (command) actions.setDraft(`/${command.name} `);
    setMarked(0);
    onTaken();
  };

  return {
    completion,
    /** The menu that is open. */
    menu,
    commands: suggestions,
    unknown,
    tabs: tabs?.choices ?? [],
    /** The option that the keys are on; -1 when there is none. */
    picked,
    take,
    /** The draft is another one: the first option is marked again. */
    reset: () => setMarked(0),
    /** @returns whether the key was for the menu. */
    onKey(event: KeyboardEvent): boolean {
      if (menu === undefined) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : count - 1;
        setMarked((now) => (now + step) % Math.max(1, count));
      } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && count > 0) {
        if (event.nativeEvent.isTrusted) take(picked);
      } else if (event.key === 'Escape') {
        event.stopPropagation();
        setDismissed(draft);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}
