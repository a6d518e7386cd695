import { createContext, use } from 'react';
import type { Services } from './services.ts';
import type { Actions } from './store/actions.ts';

export const ActionsContext = createContext<{ actions: Actions; services: Services } | undefined>(undefined);

/** What a click can do, and the services behind it. */
export function useActions(): { actions: Actions; services: Services } {
  const value = use(ActionsContext);
  if (!value) throw new Error('The panel is drawn outside of its ActionsContext.');
  return value;
}
