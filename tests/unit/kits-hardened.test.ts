import { describe, expect, it } from 'vitest';
import { assertHardened } from '../../backend/kits/assert-hardened.ts';
import { networkHosts } from '../../backend/kits/network-hosts.ts';
import { type Sandbox, sandboxOptions } from '../../backend/kits/sandbox-options.ts';

const IMAGE = `sha256:${'a'.repeat(64)}`;
const CALL: Extract<Sandbox, { role: 'call' }> = {
  role: 'call',
  owner: 'owner',
  moduleId: 'module',
  runtime: 'node',
  image: IMAGE,
  toolsDir: '/srv/pagehand/tools',
  workspaceDir: '/srv/pagehand/workspace',
  hosts: [],
  gvisor: false,
  unfiltered: false,
};
const BUILD: Sandbox = {
  role: 'build',
  owner: 'owner',
  runtime: 'python',
  image: IMAGE,
  network: true,
  unfiltered: false,
};

type Options = Record<string, unknown> & { HostConfig: Record<string, unknown> };
/** A fresh copy that may be changed. */
const options = (sandbox: Sandbox = CALL): Options => JSON.parse(JSON.stringify(sandboxOptions(sandbox))); // our own
const refused = (role: 'call' | 'build', changed: unknown): string => {
  try {
    assertHardened(role, changed);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'nothing was refused';
};

it.each<[string, 'call' | 'build', Sandbox]>([
  ['a call in Node', 'call', CALL],
  ['a call in Python', 'call', { ...CALL, runtime: 'python' }],
  ['a call of a kit that names hosts', 'call', { ...CALL, hosts: networkHosts(['a.example', 'b.example:8443']) }],
  ['a call under gVisor', 'call', { ...CALL, gvisor: true }],
  ['a call on an engine that filters nothing itself', 'call', { ...CALL, unfiltered: true }],
  ['an installation', 'build', BUILD],
  ['an image without dependencies', 'build', { ...BUILD, network: false }],
])('lets pass what sandboxOptions makes: %s', (_name, role, sandbox) => {
  expect(() => assertHardened(role, options(sandbox))).not.toThrow();
});

/** Everything that the engine's API knows for a container and we do not use, with a value that weakens. */
const UNUSED_HOST: Record<string, unknown> = {
  Binds: ['/:/host'],
  ContainerIDFile: '/x',
  PortBindings: { '80/tcp': [{ HostPort: '80' }] },
  PublishAllPorts: true,
  VolumeDriver: 'local',
  VolumesFrom: ['other'],
  Dns: ['1.1.1.1'],
  DnsOptions: ['ndots:1'],
  DnsSearch: ['example'],
  ExtraHosts: ['host:host-gateway'],
  GroupAdd: ['docker'],
  Cgroup: 'container:x',
  CgroupnsMode: 'host',
  CgroupParent: '/',
  Links: ['other'],
  StorageOpt: { size: '100G' },
  Sysctls: { 'net.ipv4.ip_forward': '1' },
  Runtime: 'runc-unconfined',
  Isolation: 'process',
  MaskedPaths: [],
  ReadonlyPaths: [],
  CpuShares: 1_000_000,
  CpuPeriod: 1,
  CpuQuota: -1,
  CpuRealtimePeriod: 1,
  CpuRealtimeRuntime: 1,
  CpusetCpus: '0-7',
  CpusetMems: '0',
  CpuCount: 8,
  CpuPercent: 100,
  BlkioWeight: 1_000,
  BlkioWeightDevice: [],
  DeviceCgroupRules: ['a *:* rwm'],
  DeviceRequests: [{ Count: -1, Capabilities: [['gpu']] }],
  DiskQuota: 1,
  KernelMemory: 1,
  KernelMemoryTCP: 1,
  MemoryReservation: 1,
  MemorySwappiness: 100,
  OomKillDisable: true,
  IOMaximumBandwidth: 1,
  IOMaximumIOps: 1,
  Annotations: { a: 'b' },
  ConsoleSize: [1, 1],
  notYetInvented: true,
};
const UNUSED: Record<string, unknown> = {
  name: 'x',
  platform: 'windows',
  Domainname: 'x',
  Volumes: { '/data': {} },
  ExposedPorts: { '80/tcp': {} },
  NetworkDisabled: false,
  NetworkingConfig: { EndpointsConfig: { bridge: {} } },
  MacAddress: '02:42:ac:11:00:02',
  OnBuild: ['RUN x'],
  Shell: ['/bin/sh'],
  StopSignal: 'SIGCONT',
  StopTimeout: 100,
  ArgsEscaped: true,
  notYetInvented: true,
};
/** Of what we use: other values than ours. */
const WEAKER_HOST: [string, unknown][] = [
  ['AutoRemove', false],
  ['Init', false],
  ['NetworkMode', 'bridge'],
  ['NetworkMode', 'host'],
  ['NetworkMode', 'default'],
  ['NetworkMode', 'container:x'],
  ['ReadonlyRootfs', false],
  ['Privileged', true],
  ['CapDrop', []],
  ['CapDrop', ['NET_RAW']],
  ['CapAdd', ['SYS_ADMIN']],
  ['SecurityOpt', []],
  ['SecurityOpt', ['no-new-privileges:false']],
  ['SecurityOpt', ['no-new-privileges:true', 'seccomp=unconfined']],
  ['SecurityOpt', ['no-new-privileges:true', 'apparmor=unconfined']],
  ['PidMode', 'host'],
  ['IpcMode', 'host'],
  ['IpcMode', 'shareable'],
  ['UTSMode', 'host'],
  ['UsernsMode', 'host'],
  ['Devices', [{ PathOnHost: '/dev/sda', PathInContainer: '/dev/sda', CgroupPermissions: 'rwm' }]],
  ['PidsLimit', 0],
  ['PidsLimit', -1],
  ['PidsLimit', 65],
  ['PidsLimit', null],
  ['Memory', 0],
  ['Memory', 8 * 1024 ** 3],
  ['MemorySwap', -1],
  ['MemorySwap', 1024 ** 3],
  ['NanoCpus', 0],
  ['NanoCpus', 8_000_000_000],
  ['OomScoreAdj', -1_000],
  ['ShmSize', 1024 ** 3],
  ['Ulimits', []],
  ['Ulimits', [{ Name: 'nofile', Soft: 1_024, Hard: 1_048_576 }]],
  ['Tmpfs', {}],
  ['Tmpfs', { '/tmp': 'rw,exec,size=16m' }],
  ['Tmpfs', { '/tmp': 'rw,noexec,nosuid,nodev,mode=1777' }],
  ['Tmpfs', { '/tmp': 'rw,noexec,nosuid,nodev,size=16m,mode=1777', '/x': 'rw' }],
  ['LogConfig', { Type: 'json-file', Config: {} }],
  ['RestartPolicy', { Name: 'always' }],
  ['Mounts', []],
];
const WEAKER: [string, unknown][] = [
  ['Image', 'node:20'],
  ['Image', 'node'],
  ['Image', `node:20@sha512:${'a'.repeat(64)}`],
  ['Image', 'sha256:abc'],
  ['User', '0:0'],
  ['User', 'root'],
  ['User', ''],
  ['User', '1000:0'],
  ['Entrypoint', ['/bin/sh']],
  ['Cmd', ['sh', '-c', 'x']],
  ['Cmd', ['node', '/repo/run.mjs']],
  ['Cmd', ['node', '--inspect=0.0.0.0', '/pagehand/run.mjs']],
  ['Env', ['HOME=/tmp', 'SECRET=x']],
  ['Env', ['LD_PRELOAD=/repo/x.so']],
  ['Labels', { 'com.docker.compose.project': 'x' }],
  ['Hostname', 'localhost'],
  ['WorkingDir', '/'],
  ['Tty', true],
  ['OpenStdin', false],
  ['StdinOnce', false],
  ['AttachStdin', false],
  ['AttachStdout', false],
  ['AttachStderr', false],
  ['Healthcheck', { Test: ['CMD', 'x'] }],
];

describe('refuses every single weakening', () => {
  it.each(WEAKER_HOST)('HostConfig.%s %j', (key, value) => {
    const changed = options();
    changed.HostConfig[key] = value;
    expect(refused('call', changed)).toContain(`HostConfig.${key}`);
  });
  it.each(WEAKER)('%s %j', (key, value) => {
    expect(refused('call', { ...options(), [key]: value })).toContain(key);
  });
  it.each(Object.entries(UNUSED_HOST))('HostConfig.%s, which is not used', (key, value) => {
    const changed = options();
    changed.HostConfig[key] = value;
    expect(refused('call', changed)).toContain(`HostConfig.${key}`);
    const building = options(BUILD);
    building.HostConfig[key] = value;
    expect(refused('build', building)).toContain(`HostConfig.${key}`);
  });
  it.each(Object.entries(UNUSED))('%s, which is not used', (key, value) => {
    expect(refused('call', { ...options(), [key]: value })).toContain(key);
  });

  it('has a weaker value for every field that is used, and refuses every field that is left out', () => {
    const changed = new Set(WEAKER_HOST.map(([key]) => key));
    for (const key of Object.keys(options().HostConfig)) {
      expect(changed, `no weaker value of ${key} is tried`).toContain(key);
      const without = options();
      delete without.HostConfig[key];
      expect(refused('call', without), key).toContain(`HostConfig.${key}`);
    }
    const top = new Set(WEAKER.map(([key]) => key));
    for (const key of Object.keys(options())) {
      if (key === 'HostConfig') continue;
      expect(top, `no weaker value of ${key} is tried`).toContain(key);
      const { [key]: _left, ...without } = options();
      expect(refused('call', without), key).toContain(key);
    }
    for (const nothing of [undefined, null, {}, [], 'x', { HostConfig: {} }])
      expect(refused('call', nothing)).toContain('weaker than allowed');
  });
});

describe('of folders lets only two in', () => {
  const mounts = (change: (mount: Record<string, unknown>, index: number) => Record<string, unknown>): Options => {
    const changed = options();
    const given = changed.HostConfig['Mounts'];
    changed.HostConfig['Mounts'] = Array.isArray(given) ? given.map(change) : [];
    return changed;
  };
  it.each([
    '/',
    '/etc',
    '/etc/ssh',
    '/var/run/docker.sock',
    '/run/docker.sock',
    '/proc/1/root',
    '/dev',
    '/sys/fs/cgroup',
    '/var/lib/docker',
    '/home',
    process.env['HOME'] ?? '/root',
    'relative/folder',
    '/srv/pagehand/../../etc',
    '/srv/pagehand/',
    '',
  ])('not %j', (source) => {
    for (const at of [0, 1])
      expect(
        refused(
          'call',
          mounts((mount, index) => (index === at ? { ...mount, Source: source } : mount)),
        ),
      ).toContain('HostConfig.Mounts');
  });
  it.each([
    ['tools that can be written', 0, { ReadOnly: false }],
    ['another target', 1, { Target: '/home' }],
    ['a volume', 1, { Type: 'volume' }],
    ['shared mounts', 1, { BindOptions: { Propagation: 'rshared' } }],
    ['more options', 0, { VolumeOptions: { NoCopy: true } }],
  ])('not %s', (_name, at, change) => {
    expect(
      refused(
        'call',
        mounts((mount, index) => (index === at ? { ...mount, ...change } : mount)),
      ),
    ).toContain('HostConfig.Mounts');
  });
  it('not a third', () => {
    const changed = options();
    const given = changed.HostConfig['Mounts'];
    changed.HostConfig['Mounts'] = Array.isArray(given) ? [...given, given[0]] : [];
    expect(refused('call', changed)).toContain('HostConfig.Mounts');
  });
});

it('never lets the options of an installation run a kit', () => {
  expect(refused('call', options(BUILD))).toMatch(/NetworkMode/);
  const building = options(BUILD);
  building.HostConfig['NetworkMode'] = 'host';
  expect(refused('build', building)).toContain('HostConfig.NetworkMode');
});
