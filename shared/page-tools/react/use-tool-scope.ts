import { useEffect, useLayoutEffect, useState } from 'react';
import { createToolScope } from '../core/tool-scope.ts';
import type { ToolToRegister } from '../core/tool-types.ts';

/** On a server there is no layout (and React 18 warns); effects do not run there either way. */
const useCommitEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * One owner per component instance, with the given tools from each commit on. In commits and not while rendering, so
 * that a render that React throws away changes nothing; in layout effects, because those are the ones that React undoes
 * when Suspense or Activity hides a component: what is not on screen has no tools.
 */
export function useToolScope(name: string, tools: readonly ToolToRegister[]): void {
  const [scope] = useState(() => createToolScope(name));
  useCommitEffect(() => scope.setTools(tools));
  useCommitEffect(() => () => scope.dispose(), [scope]);
}
