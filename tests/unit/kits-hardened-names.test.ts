import { expect, it } from 'vitest';
import { assertHardened } from '../../backend/kits/assert-hardened.ts';
import { networkHosts } from '../../backend/kits/network-hosts.ts';
import { sandboxOptions } from '../../backend/kits/sandbox-options.ts';

const COMMON = { owner: 'owner', runtime: 'node', image: `sha256:${'a'.repeat(64)}`, unfiltered: false } as const;
const CALL = {
  ...COMMON,
  role: 'call',
  moduleId: 'module',
  toolsDir: '/srv/pagehand/tools',
  workspaceDir: '/srv/pagehand/workspace',
  hosts: networkHosts(['a.example']),
  gvisor: false,
} as const;

it.each([
  ['another address than loopback', ['a.example:10.0.0.1']],
  ['the machine', ['a.example:host-gateway']],
  ['the first address of loopback', ['a.example:127.0.0.1']],
  ['no name of the web', ['localhost:127.0.0.2']],
  ['a line more', ['a.example:127.0.0.2\nb.example:10.0.0.1']],
  ['one address for two names', ['a.example:127.0.0.2', 'b.example:127.0.0.2']],
  ['two addresses for one name', ['a.example:127.0.0.2', 'a.example:127.0.0.3']],
  ['no list', { 'a.example': '127.0.0.2' }],
])('names of a kit lead to loopback alone: %s is refused', (_what, names) => {
  const made = sandboxOptions(CALL);
  const changed = { ...made, HostConfig: { ...made.HostConfig, ExtraHosts: names } };
  expect(() => assertHardened('call', made)).not.toThrow();
  expect(() => assertHardened('call', changed)).toThrow(/ExtraHosts/);
});

it('an installation gets no names and no system settings', () => {
  const { ExtraHosts, Sysctls } = sandboxOptions(CALL).HostConfig ?? {};
  const made = sandboxOptions({ ...COMMON, role: 'build', network: true });
  const changed = { ...made, HostConfig: { ...made.HostConfig, ExtraHosts, Sysctls } };
  expect(() => assertHardened('build', changed)).toThrow(/ExtraHosts.*Sysctls/);
});
