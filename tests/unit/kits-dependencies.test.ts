import { AppError } from '@pagehand/contracts/errors';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkDependencies } from '../../backend/kits/check-dependencies.ts';
import { readKit } from '../../backend/kits/load-kit.ts';
import { packageIndex } from '../../backend/kits/package-index.ts';
import { requirementLines } from '../../backend/kits/requirement-lines.ts';
import { MANIFEST, never, SAMPLE } from './kits-support.ts';

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

describe('an image of the kit', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x' };
  const read = (image: string) => {
    const files = {
      ...SAMPLE,
      'kit.yaml': `${MANIFEST.replace(/image: .*/, image)}dependencies: [csv@1.0.0]\n`,
      'package.json': '{}',
      'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/csv': entry } }),
    };
    const reading = readKit(
      new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    );
    return reading.ok ? [] : reading.problems.map(({ line, message }) => `${line}: ${message}`);
  };

  it.each([
    `sha256:${'a'.repeat(64)}`,
    'node:22',
    'node:20-slim@sha256:'.concat('b'.repeat(64)),
    'evil.example/node:20-slim',
    'python:3.11-slim',
  ])('is refused together with packages: %s', (image) => {
    expect(read(`image: ${image}`)).toEqual([
      '7: Packages are installed in the base image of the runtime only: take "image" out, or the dependencies.',
    ]);
  });

  it.each(['', 'image: node:20-slim', 'image: pagehand-base-node:latest'])('may be one of our own: %j', (image) => {
    expect(read(image)).toEqual([]);
  });
});

describe('the index and the proxy of this machine', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['http://someone:hidden@proxy.example:8080', 'http://proxy.example:8080'],
    ['someone:hi@dden@proxy.example:8080', 'proxy.example:8080'],
    ['http://proxy.example:8080', 'http://proxy.example:8080'],
  ])('goes without a login: %s', async (given, kept) => {
    vi.stubEnv('HTTPS_PROXY', given);
    vi.stubEnv('PIP_INDEX_URL', 'https://someone:hid/den@index.example/simple');
    vi.stubEnv('npm_config_registry', 'https://someone:hidden@index.example/npm/');
    const python = await packageIndex('python', never());
    expect(python).toMatchObject({ registry: 'https://index.example/simple', proxy: kept });
    const node = await packageIndex('node', never());
    // Newer versions of npm do not tell an address with a login at all.
    expect([undefined, 'https://index.example/npm/']).toContain(node.registry);
    expect(node.proxy).toBe(kept);
    const told = [python, node].flatMap(({ registry, proxy }) => [registry, proxy]);
    expect(told.join(' ')).not.toMatch(/someone|hid/);
  });
});
