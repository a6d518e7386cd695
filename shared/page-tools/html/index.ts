/** `@pagehand/page-tools/html` */
import { createToolScope, type ToolScope } from '../core/tool-scope.ts';
import { type HtmlTool, isShown, OBSERVED, readHtmlTool, TOOL_ELEMENTS } from './read-html-tool.ts';
import { runHtmlTool } from './run-html-tool.ts';

type Known = { scope: ToolScope; said: string };

/**
 * Registers the tools that elements declare by attributes, and keeps them as the document changes: what is added,
 * changed, hidden, disabled or removed. `<button data-agent-tool="..." data-agent-description="...">` is a click,
 * `<form data-agent-tool>` and WebMCP's `<form toolname>` are filled and submitted.
 * @returns `stop()`, which takes all of them out.
 */
export function startHtmlTools(root: Document | Element = document): { stop(): void } {
  const known = new Map<Element, Known>();
  const register = (element: HTMLElement, { definition, label }: HtmlTool): void => {
    const said = JSON.stringify(definition);
    const before = known.get(element);
    if (before?.said === said) return;
    const scope = before?.scope ?? createToolScope(label);
    known.set(element, { scope, said });
    scope.setTools([
      { definition, handler: (args: Record<string, unknown>, context) => runHtmlTool(element, args, context) },
    ]);
  };
  const scan = (): void => {
    const shown = new Set<Element>();
    for (const element of root.querySelectorAll<HTMLElement>(TOOL_ELEMENTS)) {
      if (!isShown(element)) continue;
      shown.add(element);
      register(element, readHtmlTool(element));
    }
    for (const [element, { scope }] of known) {
      if (shown.has(element)) continue;
      scope.dispose();
      known.delete(element);
    }
  };
  const observer = new MutationObserver(scan);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: [...OBSERVED] });
  scan();
  return {
    stop: () => {
      observer.disconnect();
      for (const { scope } of known.values()) scope.setTools([]);
      known.clear();
    },
  };
}
