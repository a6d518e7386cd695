import { homedir } from 'node:os';
import { normalize, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@pagehand/contracts/errors';

type Check = (value: unknown) => boolean;
type Rules = Record<string, Check>;

const MIB = 1024 * 1024;

const is =
  (...allowed: unknown[]): Check =>
  (value) =>
    allowed.some((one) => isDeepStrictEqual(value, one));
const number =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const every =
  (fits: (value: unknown, key: string) => boolean): Check =>
  (value) =>
    isRecord(value) && Object.entries(value).every(([key, one]) => fits(one, key));

const PINNED = /^([a-z0-9]+([._:/-]+[a-z0-9]+)*@)?sha256:[0-9a-f]{64}$/;
const VARIABLES = [/^HOME=\/tmp$/, /^LANG=C\.UTF-8$/, /^(OPENBLAS_NUM_THREADS|OMP_NUM_THREADS|UV_THREADPOOL_SIZE)=\d$/];
const RUNNERS =
  /^(node|python3)( -[IBX]| utf8| --disable-warning=ExperimentalWarning)* \/pagehand\/(run|install)\.(mjs|py)$/;

/** The whole of what the engine is told, whichever container it is. A key that does not stand here is refused. */
const COMMON: Rules = {
  Image: (value) => typeof value === 'string' && PINNED.test(value),
  Entrypoint: is([]),
  Cmd: (value) => Array.isArray(value) && RUNNERS.test(value.join(' ')),
  User: (value) => typeof value === 'string' && /^[1-9]\d*:[1-9]\d*$/.test(value),
  Hostname: is('kit'),
  Env: (value) =>
    Array.isArray(value) &&
    value.every((one) => typeof one === 'string' && VARIABLES.some((allowed) => allowed.test(one))),
  Labels: every(
    (value, key) => /^pagehand\.(owner|module|role)$/.test(key) && typeof value === 'string' && value.length <= 200,
  ),
  AttachStdin: is(true),
  AttachStdout: is(true),
  AttachStderr: is(true),
  OpenStdin: is(true),
  StdinOnce: is(true),
  Tty: is(false),
  Healthcheck: is({ Test: ['NONE'] }),
};

const COMMON_HOST: Rules = {
  Init: is(true),
  Privileged: is(false),
  CapDrop: is(['ALL']),
  CapAdd: is([]),
  // The engine's own profiles of seccomp and AppArmor hold; where it has seccomp switched off, the built-in one is named.
  SecurityOpt: is(['no-new-privileges:true'], ['no-new-privileges:true', 'seccomp=builtin']),
  PidMode: is(''),
  IpcMode: is('private'),
  UTSMode: is(''),
  UsernsMode: is(''),
  Devices: is([]),
  PidsLimit: number(1, 64),
  NanoCpus: number(1, 1_000_000_000),
  OomScoreAdj: number(500, 1_000),
  ShmSize: number(1, 16 * MIB),
  Ulimits: (value) =>
    Array.isArray(value) &&
    ['nofile', 'core', 'fsize'].every((name) => value.some((one) => isRecord(one) && one['Name'] === name)) &&
    value.every(
      (one) => isRecord(one) && isDeepStrictEqual(Object.keys(one), ['Name', 'Soft', 'Hard']) && isSmall(one),
    ),
  Tmpfs: is({ '/tmp': 'rw,noexec,nosuid,nodev,size=16m,mode=1777' }),
  LogConfig: is({ Type: 'none', Config: {} }),
  RestartPolicy: is({ Name: 'no' }),
};

const ULIMITS: Record<string, number> = { nofile: 1_024, core: 0, fsize: 256 * MIB };
const isSmall = (limit: Record<string, unknown>): boolean => {
  const max = ULIMITS[String(limit['Name'])];
  return max !== undefined && number(0, max)(limit['Soft']) && number(0, max)(limit['Hard']);
};

const CALL: Rules = {
  ...COMMON_HOST,
  AutoRemove: is(true),
  NetworkMode: is('none'),
  ReadonlyRootfs: is(true),
  Memory: number(6 * MIB, 512 * MIB),
  MemorySwap: number(6 * MIB, 512 * MIB),
  Mounts: (value) =>
    Array.isArray(value) &&
    value.length === 2 &&
    isMount(value[0], '/tools', true) &&
    isMount(value[1], '/repo', false),
};

const BUILD: Rules = {
  ...COMMON_HOST,
  // It is committed as an image first.
  AutoRemove: is(false),
  NetworkMode: is('bridge', 'none'),
  ReadonlyRootfs: is(false),
  Memory: number(6 * MIB, 1_024 * MIB),
  MemorySwap: number(6 * MIB, 1_024 * MIB),
  Mounts: is([]),
};

/** Folders that no kit is given, nor any in them. */
const SYSTEM = [
  '/proc',
  '/sys',
  '/dev',
  '/run',
  '/var/run',
  '/etc',
  '/boot',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/var/lib/docker',
];

function isMount(value: unknown, target: string, readOnly: boolean): boolean {
  if (!isRecord(value)) return false;
  const { Source: source, ...rest } = value;
  const fixed = { Type: 'bind', Target: target, ReadOnly: readOnly, BindOptions: { Propagation: 'rprivate' } };
  return isDeepStrictEqual(rest, fixed) && typeof source === 'string' && isOwnFolder(source);
}

/** An absolute folder that is no system's, and neither the home nor a folder around it. */
function isOwnFolder(path: string): boolean {
  const windows = /^[A-Za-z]:\\/.test(path);
  if (!windows && (!path.startsWith('/') || path !== normalize(path) || path.includes('\0'))) return false;
  if (windows) return path.split('\\').length > 2 && !path.includes('..');
  const below = (folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  if (!windows && path.split('/').length < 3) return false;
  const around = `${homedir()}${sep}`.startsWith(`${path === '/' ? '' : path}/`);
  return !path.endsWith('/') && !path.endsWith('.sock') && !around && !SYSTEM.some(below);
}

/**
 * Refuses to have a container made with anything weaker than what SECURITY.md promises, and with anything that is not
 * known here: a field that is missing would take the engine's default, one that is unknown could be anything.
 * Written out on its own, so that no slip in sandbox-options.ts can weaken both.
 * @param options what `createContainer` would get
 * @throws AppError `kit-not-hardened` that names the fields
 */
export function assertHardened(role: 'call' | 'build', options: unknown): void {
  const { HostConfig: host, ...rest } = isRecord(options) ? options : {};
  const wrong = [
    ...faults({ ...COMMON, WorkingDir: is(role === 'call' ? '/repo' : '/') }, rest, ''),
    ...faults(role === 'call' ? CALL : BUILD, host, 'HostConfig.', role === 'call' ? OPTIONAL : {}),
  ];
  if (isRecord(host) && host['Memory'] !== host['MemorySwap']) wrong.push('HostConfig.MemorySwap');
  if (wrong.length === 0) return;
  throw new AppError('kit-not-hardened', `The container would be weaker than allowed: ${wrong.join(', ')}.`);
}

/** A name of the web that leads nowhere but to the container's own loopback. */
const LOOPBACK_NAME = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*:127\.0\.0\.(?:[2-9]|1\d|2[01])$/;

/** Of a call only. gVisor is a wall more than the default; names on loopback are no network. */
const OPTIONAL: Rules = {
  Runtime: is('runsc'),
  ExtraHosts: (value) =>
    Array.isArray(value) &&
    value.length <= 20 &&
    value.every((one) => typeof one === 'string' && LOOPBACK_NAME.test(one)) &&
    [0, 1].every((part) => new Set(value.map((one) => String(one).split(':')[part])).size === value.length),
  Sysctls: is({ 'net.ipv4.ip_unprivileged_port_start': '0' }),
};

function faults(rules: Rules, value: unknown, at: string, optional: Rules = {}): string[] {
  if (!isRecord(value)) return [`${at}*`];
  const wrong = Object.entries(rules).filter(([key, fits]) => !Object.hasOwn(value, key) || !fits(value[key]));
  const unknown = Object.keys(value).filter(
    (key) => !Object.hasOwn(rules, key) && !(Object.hasOwn(optional, key) && optional[key]?.(value[key])),
  );
  return [...wrong.map(([key]) => `${at}${key}`), ...unknown.map((key) => `${at}${key}`)];
}
