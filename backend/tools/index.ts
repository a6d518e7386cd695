import type { StructuredToolInterface } from '@langchain/core/tools';
import { askUser } from './ask-user.ts';
import { browserAction } from './browser-action.ts';
import { calendarAgent } from './calendar-agent.ts';
import { calendarCreateEvent } from './calendar-create-event.ts';
import { calendarDeleteEvent } from './calendar-delete-event.ts';
import { calendarFreeBusy } from './calendar-free-busy.ts';
import { calendarUpdateEvent } from './calendar-update-event.ts';
import type { AgentTool, AvailabilityContext, ToolHost } from './define-tool.ts';
import { github } from './github.ts';
import { gmailAgent } from './gmail-agent.ts';
import { gmailArchive } from './gmail-archive.ts';
import { gmailDraft } from './gmail-draft.ts';
import { gmailListUnread } from './gmail-list-unread.ts';
import { gmailMarkRead } from './gmail-mark-read.ts';
import { gmailRead } from './gmail-read.ts';
import { gmailSearch } from './gmail-search.ts';
import { gmailSendEmail } from './gmail-send-email.ts';
import { pyjiitAgent } from './pyjiit-agent.ts';
import { pyjiitExams } from './pyjiit-exams.ts';
import { pyjiitGrades } from './pyjiit-grades.ts';
import { pyjiitLogin } from './pyjiit-login.ts';
import { pyjiitSemesters } from './pyjiit-semesters.ts';
import { pyjiitSubjects } from './pyjiit-subjects.ts';
import { readPage } from './read-page.ts';
import { readResult } from './read-result.ts';
import { readSource } from './read-source.ts';
import { runSteps } from './run-steps.ts';
import { webSearch } from './web-search.ts';
import { website } from './website.ts';
import { youtube } from './youtube.ts';

/** The registry of the agent's own tools. A new tool is one file and one line here. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  readPage,
  browserAction,
  runSteps,
  askUser,
  readResult,
  readSource,
  webSearch,
  website,
  github,
  youtube,
  gmailAgent,
  gmailListUnread,
  gmailSearch,
  gmailRead,
  gmailMarkRead,
  gmailArchive,
  gmailDraft,
  gmailSendEmail,
  calendarAgent,
  calendarFreeBusy,
  calendarCreateEvent,
  calendarUpdateEvent,
  calendarDeleteEvent,
  pyjiitLogin,
  pyjiitSemesters,
  pyjiitAgent,
  pyjiitSubjects,
  pyjiitExams,
  pyjiitGrades,
];

/** Everything that decides which tools a run has, and what they may reach. */
export type ToolsContext = { registry: readonly AgentTool[]; availability: AvailabilityContext; host: ToolHost };

/** The tools of a run as LangChain StructuredTools: the available ones of the registry, bound to the run. */
export function buildAgentTools(context: ToolsContext): StructuredToolInterface[] {
  return context.registry
    .filter((tool) => tool.available(context.availability) === undefined)
    .map((tool) => tool.structuredTool(context.host));
}
