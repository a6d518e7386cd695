import type { ConformanceCase } from '../conformance-case.ts';
import { nativeInputs } from './native-inputs.ts';

/** Every case, in the order of the table. */
export const CASES: readonly ConformanceCase[] = [...nativeInputs];
