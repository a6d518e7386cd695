import type { ConformanceCase } from '../conformance-case.ts';
import { ariaPatterns } from './aria-patterns.ts';
import { dialogs } from './dialogs.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { frameworks } from './frameworks.ts';
import { libraries } from './libraries.ts';
import { nativeInputs } from './native-inputs.ts';
import { pages } from './pages.ts';
import { widgets } from './widgets.ts';

/** Every case, in the order of the table. */
export const CASES: readonly ConformanceCase[] = [
  ...nativeInputs,
  ...fields,
  ...events,
  ...files,
  ...dialogs,
  ...ariaPatterns,
  ...widgets,
  ...libraries,
  ...frameworks,
  ...pages,
];
