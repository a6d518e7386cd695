import { AppError } from '@pagehand/contracts/errors';

/** One thing that is wrong with a kit, where (`file` relative to the kit, `line` from 1), and what to write instead. */
export type KitProblem = { file: string; line?: number | undefined; message: string };

export const where = ({ file, line }: Omit<KitProblem, 'message'>): string =>
  line === undefined ? file : `${file}:${line}`;

/** The error of a kit that is not right; it carries every problem, and says the first. */
export function kitInvalid(what: string, problems: readonly KitProblem[]): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const message = first === undefined ? what : `${what}: ${where(first)}: ${first.message}${more}`;
  return new AppError('kit-invalid', message.slice(0, 2_000), {
    problems: problems.slice(0, 200).map((problem) => ({
      code: 'kit-invalid',
      path: where(problem).slice(0, 500),
      message: problem.message.slice(0, 1_000),
    })),
  });
}
