import { RUN_EVENTS } from '@pagehand/contracts/run-events';

/** What a client is told while its call goes on: how far it is, never what a page says. Undefined: nothing to tell. */
export function progressOf(event: Record<string, unknown>): string | undefined {
  if (event['type'] !== 'CUSTOM') return undefined;
  switch (event['name']) {
    case 'pagehand.interrupt':
      return waitingFor(RUN_EVENTS['pagehand.interrupt'].safeParse(event['value']).data?.request.kind);
    case 'pagehand.receipt': {
      const receipt = RUN_EVENTS['pagehand.receipt'].safeParse(event['value']).data?.receipt;
      return receipt === undefined ? undefined : `${receipt.stepId}: ${receipt.kind}, ${receipt.outcome}`;
    }
    case 'pagehand.status':
      return RUN_EVENTS['pagehand.status'].safeParse(event['value']).data?.text;
    default:
      return undefined;
  }
}

function waitingFor(kind: string | undefined): string {
  if (kind === 'plan') return 'The plan is in the panel: the person decides.';
  if (kind === 'question') return 'The panel asks the person something.';
  return 'The call is in the panel: the person may have to decide.';
}
