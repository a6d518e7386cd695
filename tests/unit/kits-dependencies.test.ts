import { AppError } from '@pagehand/contracts/errors';
import { describe, expect, it } from 'vitest';
import { checkDependencies } from '../../backend/kits/check-dependencies.ts';
import { requirementLines } from '../../backend/kits/requirement-lines.ts';

const HASH = `--hash=sha256:${'a'.repeat(64)}`;
const GOOD = `greeting==1.0 ${HASH}`;
const pip = (content: string) => checkDependencies({ file: 'requirements.txt', content });

/** Path of each problem. */
function refused(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'kit-dependencies-refused')
      return (error.problems ?? []).map(({ path }) => path);
    throw error;
  }
  return [];
}

describe('requirements.txt', () => {
  it.each(['\u2028', '\u2029', '\x0c', '\x0b', '\x85', '\x1c', '\r', '\0', '\u00a0', '\ufeff'])(
    'is refused with %j, which may end a line for pip: in a marker, in a comment, after a requirement',
    (sign) => {
      const option = `${sign}--index-url=http://evil.example${sign}`;
      for (const line of [`greeting==1.0 ; ${option} ${HASH}`, `# note${option}`, `${GOOD}${option}`]) {
        expect(refused(() => pip(`${GOOD}\n${line}\n`))).toEqual(['line 2']);
        expect(requirementLines(`${GOOD}\n${line}\n`)).toEqual({ badLine: 2 });
      }
    },
  );

  it.each([
    `greeting==1.0 ; python_version > "3" --index-url=http://evil.example ${HASH}`,
    `greeting==1.0 ; --pre ${HASH}`,
    `greeting== --pre ${HASH}`,
    `greeting[a, --pre]==1.0 ${HASH}`,
    `greeting==1.0 ; \${HOME} ${HASH}`,
  ])('is refused where an option or a variable hides in a requirement: %s', (line) => {
    expect(refused(() => pip(line))).toEqual(['line 1']);
  });

  it('goes to pip as the lines that were checked, without comments', () => {
    const content = `# made\r\ngreeting[x, y]==1.0 ; python_version >= "3.8" and sys_platform == 'linux' \\\r\n    ${HASH}\r\n    # via me\r\n\r\nother==2 ${HASH} # why`;
    const lines = pip(content)['requirements.txt']?.split('\n') ?? [];
    expect(lines.map((line) => line.replace(/\s+/g, ' '))).toEqual([
      `greeting[x, y]==1.0 ; python_version >= "3.8" and sys_platform == 'linux' ${HASH}`,
      `other==2 ${HASH}`,
      '',
    ]);
  });
});

describe('package-lock.json', () => {
  it.each(['file:../secret', 'git+ssh://evil.example/x.git', 'https://evil.example/x.tgz', '^1.0.0', 'latest', ''])(
    'is refused where the version is %j',
    (version) => {
      const entry = { version, integrity: `sha512-${'a'.repeat(86)}==` };
      const content = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/x': entry } });
      const check = () => checkDependencies({ file: 'package-lock.json', content, packageJson: '{}' });
      expect(refused(check)).toEqual(['node_modules/x']);
    },
  );
});
