import { describe, expect, it } from 'vitest';
import { checkBrowsers } from '../../../backend/doctor/checks.ts';
import { findBrowsers } from '../../../backend/doctor/find-browsers.ts';

const system = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, there: string[]) => ({
  platform,
  env,
  isExecutable: (path: string) => there.includes(path),
});

describe('browsers are found', () => {
  it('on Linux by the names on PATH, those that take the extension first', () => {
    const found = findBrowsers(
      undefined,
      system('linux', { PATH: '/opt/bin' }, ['/usr/bin/google-chrome', '/opt/bin/chromium', '/usr/bin/firefox-esr']),
    );
    expect(found.map(({ name, path }) => [name, path])).toEqual([
      ['Chromium', '/opt/bin/chromium'],
      ['Chrome', '/usr/bin/google-chrome'],
      ['Firefox ESR', '/usr/bin/firefox-esr'],
    ]);
  });

  it('on macOS in both application folders', () => {
    const found = findBrowsers(
      'chromium',
      system('darwin', { HOME: '/Users/ada' }, [
        '/Users/ada/Applications/Brave Browser.app/Contents/MacOS/Brave Browser',
      ]),
    );
    expect(found).toMatchObject([{ name: 'Brave', takesExtension: true }]);
  });

  it('on Windows in the program folders', () => {
    const found = findBrowsers(
      undefined,
      system('win32', { ProgramFiles: 'C:\\Program Files', LocalAppData: 'C:\\L' }, [
        'C:\\L\\Google\\Chrome\\Application\\chrome.exe',
        'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
      ]),
    );
    expect(found.map(({ name, takesExtension }) => [name, takesExtension])).toEqual([
      ['Chrome', false],
      ['Firefox', false],
    ]);
  });

  it('and none where there is none', () => {
    expect(findBrowsers(undefined, system('linux', { PATH: '' }, []))).toEqual([]);
  });
});

it('one program under two names is listed once by the doctor', () => {
  const firefox = (name: string, path: string) => ({ name, path, family: 'firefox' as const, takesExtension: true });
  const found = [firefox('Firefox ESR', '/usr/bin/firefox-esr'), firefox('Firefox', '/usr/bin/firefox')];
  expect(checkBrowsers(found, () => 'Mozilla Firefox 153.0esr').found).toBe(
    'Mozilla Firefox 153.0esr (/usr/bin/firefox-esr)',
  );
  expect(checkBrowsers(found, () => undefined).found).toContain('Firefox (/usr/bin/firefox)');
});
