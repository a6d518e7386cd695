import { PageSnapshotSchema, type RefInfo } from '@pagehand/contracts/snapshot';
import type { RunInput } from './scripted-backend.ts';

/** A small shop of flights: rows to choose from, a form, a button that leaves. */
export const FLIGHTS = `<!doctype html><html lang="en"><title>Flights to Porto</title>
<main><h1>Flights to Porto</h1>
<table><tbody>
<tr><th scope="row">TAP 14:05</th><td>89 EUR</td><td><button onclick="document.querySelector('output').textContent='TAP 14:05 selected';this.setAttribute('aria-pressed','true')">Select</button></td></tr>
<tr><th scope="row">Iberia 09:30</th><td>120 EUR</td><td><button>Select</button></td></tr>
</tbody></table><output role="status"></output>
<form action="http://pay.example/start" method="post" onsubmit="return false">
<label>Name <input name="name"></label> <label>E-mail <input type="email" name="mail"></label>
<label>Seat <select name="seat"><option>Window</option><option>Aisle</option></select></label>
<button>Continue to payment</button></form></main></html>`;

/** The ref of an element of the page that came with a run. */
export function refOf(input: RunInput, name: string, nth = 0): string {
  const page = PageSnapshotSchema.parse(input.forwardedProps['page']);
  const found: RefInfo | undefined = page.refs.filter((info) => info.name === name)[nth];
  if (!found) throw new Error(`No "${name}" among ${page.refs.map((info) => info.name).join(', ')}.`);
  return found.ref;
}

/** The interrupt of a plan for the page that came with a run, as the backend raises it. */
export function planInterrupt(input: RunInput, steps: unknown[], interruptId = `i-${input.runId}`) {
  const page = PageSnapshotSchema.parse(input.forwardedProps['page']);
  return {
    interruptId,
    turnId: input.runId,
    receipts: [],
    createdAt: Date.now(),
    request: {
      kind: 'plan',
      toolCallId: 'call-1',
      plan: { planId: 'plan-1', goal: 'Book the cheapest flight', snapshotId: page.snapshotId, steps },
      tabId: page.tabId,
      risks: [],
      taint: [],
      round: 1,
      targets: page.refs,
    },
  };
}
