import type { ConformanceCase } from '../conformance-case.ts';
import { ariaPatterns } from './aria-patterns.ts';
import { dialogs } from './dialogs.ts';
import { files } from './files.ts';
import { frameworks } from './frameworks.ts';
import { nativeInputs } from './native-inputs.ts';
import { pages } from './pages.ts';
import { widgets } from './widgets.ts';

/** Every case, in the order of the table. */
export const CASES: readonly ConformanceCase[] = [
  ...nativeInputs,
  ...files,
  ...dialogs,
  ...ariaPatterns,
  ...widgets,
  ...frameworks,
  ...pages,
];
