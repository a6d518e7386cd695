import { type ConformanceCase, once } from '../conformance-case.ts';

const value = (id: string) => `document.getElementById('${id}').value`;
const kind = 'native input';
const page = '/basics.html';

/** The inputs that HTML has, each by the action that fits it. */
export const nativeInputs: readonly ConformanceCase[] = [
  {
    kind,
    name: 'type into a text field',
    page,
    rounds: once((ref) => [{ kind: 'type', ref: ref('textbox', 'Name'), text: 'Ada Lovelace' }]),
    truth: value('name'),
    expected: 'Ada Lovelace',
    says: 'changed',
  },
  {
    kind,
    name: 'a click that does nothing',
    page,
    rounds: once((ref) => [{ kind: 'click', ref: ref('button', 'Nothing') }]),
    truth: `document.getElementById('nothing').textContent`,
    expected: 'Nothing',
    says: 'no-effect',
  },
];
