import type { JsonSchema } from '../core/schema-types.ts';
import type { ToolDefinition, ToolRisk } from '../core/tool-types.ts';
import { formParameters } from './form-parameters.ts';

/** Ours, and WebMCP's declarative forms. */
export const TOOL_ELEMENTS = '[data-agent-tool], form[toolname]';

/** Attributes that make, change or end a tool. */
export const OBSERVED: readonly string[] = [
  ...['data-agent-tool', 'data-agent-description', 'data-agent-risk', 'data-agent-global', 'data-agent-schema'],
  ...['toolname', 'tooldescription', 'toolparamdescription', 'aria-label', 'for', 'form'],
  ...['hidden', 'inert', 'open', 'disabled', 'aria-disabled'],
  ...['name', 'type', 'value', 'required', 'min', 'max', 'minlength', 'maxlength', 'pattern', 'multiple'],
];

export type HtmlTool = { definition: ToolDefinition<JsonSchema>; label: string };

/** As far as attributes say it: what a person cannot use now is no tool. */
export const isShown = (element: Element): boolean =>
  !element.closest('[hidden], [inert], dialog:not([open]), [aria-disabled="true"]') && !element.matches(':disabled');

export function readHtmlTool(element: HTMLElement): HtmlTool {
  const { agentTool, agentDescription, agentRisk, agentGlobal, agentSchema } = element.dataset;
  const webmcp = agentTool === undefined;
  return {
    // The browser registers its own declarative forms in WebMCP; this owner's name keeps us from doing it again.
    label: webmcp ? 'webmcp-form' : 'html',
    definition: {
      name: agentTool ?? element.getAttribute('toolname') ?? '',
      description: agentDescription ?? element.getAttribute('tooldescription') ?? element.textContent.trim(),
      risk: readRisk(agentRisk),
      global: agentGlobal !== undefined,
      schema: agentSchema === undefined ? readParameters(element) : readSchema(agentSchema),
    },
  };
}

const readRisk = (risk: string | undefined): ToolRisk =>
  risk === 'none' || risk === 'low' || risk === 'critical' ? risk : 'high';

const readParameters = (element: HTMLElement): JsonSchema =>
  element instanceof HTMLFormElement ? formParameters(element) : { type: 'object', properties: {} };

/** What is no JSON becomes an empty schema, which is refused with a word about it. */
function readSchema(text: string): JsonSchema {
  try {
    const schema: JsonSchema = Object(JSON.parse(text)); // parse boundary: checked when the tool is declared
    return schema;
  } catch {
    return {};
  }
}
