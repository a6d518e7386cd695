import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../backend/kits/workspace.ts';
import { failedWith, never, returned, runningOf, startKits } from './engine-support.ts';

const { module, call, dataFolder } = startKits();

/** What the container looks like from inside: each line of K20 and K24 is tried by the kit itself. */
const PROBE = `
import ctypes, errno, os, socket, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def attempt(work):
    try:
        return work() or 'it worked'
    except OSError as error:
        return errno.errorcode.get(error.errno, type(error).__name__)
    except Exception as error:
        return type(error).__name__

def write(path, size=1):
    with open(path, 'wb') as file:
        file.write(b'x' * size)

def syscall(name, *args):
    def work():
        if getattr(libc, name)(*args) != 0:
            raise OSError(ctypes.get_errno(), name)
    return attempt(work)

def files():
    return {path: attempt(lambda: write(path)) for path in
            ['/x', '/etc/passwd', '/usr/x', '/pagehand/run.py', '/deps/x', '/tools/x', '/proc/sys/kernel/hostname', '/sys/x']}

def repo():
    write('/repo/kept')
    return sorted(os.listdir('/repo'))

def temporary():
    write('/tmp/a')
    os.chmod('/tmp/a', 0o755)
    ran = attempt(lambda: subprocess.run(['/tmp/a']))
    full = attempt(lambda: write('/tmp/b', 20 * 1024 * 1024))
    return [ran, full, os.path.getsize('/tmp/b') <= 16 * 1024 * 1024]

def forks():
    children = []
    while len(children) < 80:
        try:
            pid = os.fork()
        except OSError as error:
            return [errno.errorcode[error.errno], len(children) < 64]
        if pid == 0:
            time.sleep(60)
            os._exit(0)
        children.append(pid)
    return ['none failed', False]

def status():
    wanted = {'CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp', 'Uid', 'Gid', 'Groups'}
    with open('/proc/self/status') as file:
        return {name: value.split() for name, _, value in (line.partition(':') for line in file) if name in wanted}

def calls():
    return {
        'unshare': syscall('unshare', 0x10000000),
        'new network': syscall('unshare', 0x40000000),
        'mount': syscall('mount', b'none', b'/tmp', b'tmpfs', 0, None),
        'setuid': syscall('setuid', 0),
        'chroot': syscall('chroot', b'/tmp'),
        'sethostname': syscall('sethostname', b'x', 1),
        'reboot': syscall('reboot', 0),
        'keyctl': attempt(lambda: None if libc.syscall(250, 0, 0) >= 0 else (_ for _ in ()).throw(OSError(ctypes.get_errno(), 'keyctl'))),
    }

def world():
    with open('/proc/mounts') as file:
        mounts = [line.split()[1] for line in file]
    return {
        'interfaces': [name for _, name in socket.if_nameindex()],
        'sockets': [path for path in ['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock'] if os.path.exists(path)],
        'devices': sorted(os.listdir('/dev')),
        'environment': dict(os.environ),
        'root': sorted(os.listdir('/')),
        'processes': [pid for pid in os.listdir('/proc') if pid.isdigit()],
        'from the machine': sorted(path for path in mounts if path in ('/repo', '/tools')),
    }

def network():
    def connect(host, port):
        return attempt(lambda: socket.create_connection((host, port), timeout=2).close())
    return {
        'public': connect('1.1.1.1', 443),
        'metadata': connect('169.254.169.254', 80),
        'metadata 6': attempt(lambda: socket.socket(socket.AF_INET6).connect(('fd00:ec2::254', 80))),
        'host by name': connect('host.docker.internal', 80),
        'engine of a desktop': connect('192.168.65.7', 2375),
        'bridge': connect('172.17.0.1', 22),
        'name': attempt(lambda: socket.getaddrinfo('example.com', 443)),
        'raw': attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)),
        'packet': attempt(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
        'udp': attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('1.1.1.1', 53)) and None),
    }
`;

const kit = () => module('python', { 'probe.py': PROBE }, { environment: { API_KEY: 'the-module-s-own' } });

describe('K20: inside a kit', () => {
  it('nothing but /repo and /tmp can be written, and nothing in /tmp runs', async () => {
    const probe = await kit();
    const files = returned(await call(probe, 'probe.py:files'));
    for (const [path, outcome] of Object.entries(files ?? {}))
      expect([path, outcome]).toEqual([path, expect.stringMatching(/^E(ROFS|ACCES|PERM|NOENT)$/)]);
    expect(returned(await call(probe, 'probe.py:repo'))).toEqual(['kept']);
    expect(returned(await call(probe, 'probe.py:temporary'))).toEqual(['EACCES', 'ENOSPC', true]);
  });

  it('the number of processes ends at 64', async () => {
    expect(returned(await call(await kit(), 'probe.py:forks'))).toEqual(['EAGAIN', true]);
  });

  it('there is no root, no capability, no way to new privileges, and a seccomp filter', async () => {
    const status = returned(await call(await kit(), 'probe.py:status'));
    const none = [expect.stringMatching(/^0+$/)];
    expect(status).toMatchObject({ CapInh: none, CapPrm: none, CapEff: none, CapBnd: none, CapAmb: none });
    expect(status).toMatchObject({ NoNewPrivs: ['1'], Seccomp: ['2'] });
    expect(JSON.stringify(status)).not.toMatch(/"(Uid|Gid)":\["0"/);
  });

  it('system calls that would change the machine are refused', async () => {
    const calls = returned(await call(await kit(), 'probe.py:calls'));
    for (const [name, outcome] of Object.entries(calls ?? {}))
      expect([name, outcome]).toEqual([name, expect.stringMatching(/^E(PERM|ACCES|NOSYS)$/)]);
  });

  it('there is only loopback, no engine, no device, no foreign process and no secret of ours', async () => {
    process.env['PAGEHAND_CANARY'] = 'canary-of-the-backend';
    const world = returned(await call(await kit(), 'probe.py:world'));
    delete process.env['PAGEHAND_CANARY'];
    expect(world).toMatchObject({ interfaces: ['lo'], sockets: [], 'from the machine': ['/repo', '/tools'] });
    expect(JSON.stringify(world)).not.toContain('canary');
    expect(Object.keys(Object(world)['environment']).sort()).toEqual([
      'API_KEY',
      'HOME',
      'HOSTNAME',
      'LANG',
      'OMP_NUM_THREADS',
      'OPENBLAS_NUM_THREADS',
      'PATH',
      'UV_THREADPOOL_SIZE',
    ]);
    expect(Object(world)['processes'].length).toBeLessThanOrEqual(3);
    expect(Object(world)['devices'].join(' ')).not.toMatch(/sd[a-z]|nvme|vd[a-z]|kvm|mem|fuse/);
  });
});

it('K24: nothing outside is reached, not even a name is looked up', async () => {
  const network = returned(await call(await kit(), 'probe.py:network'));
  expect(Object.keys(Object(network))).toHaveLength(10);
  for (const [name, outcome] of Object.entries(network ?? {}))
    expect([name, outcome]).toEqual([
      name,
      expect.stringMatching(/^(ENETUNREACH|EADDRNOTAVAIL|EPERM|EAFNOSUPPORT|gaierror|EHOSTUNREACH|-\d)$/),
    ]);
});

it('K24: Node reaches nothing either', async () => {
  const reach = await module('node', {
    'reach.mjs': `
import { lookup } from 'node:dns/promises';
const attempt = (work) => work().then(() => 'it worked', (error) => error.cause?.code ?? error.code ?? String(error));
export async function all() {
  return [await attempt(() => fetch('http://1.1.1.1/')), await attempt(() => fetch('http://169.254.169.254/latest/meta-data')), await attempt(() => lookup('example.com'))];
}`,
  });
  const codes = returned(await call(reach, 'reach.mjs:all'));
  expect(codes).toEqual(['ENETUNREACH', 'ENETUNREACH', expect.stringMatching(/^(EAI_AGAIN|ENOTFOUND)$/)]);
});

describe('K01: an image runs', () => {
  it.each(['node:20', 'pagehand-base-node:latest', 'sha256:abc', 'node@sha256:short'])(
    'only pinned, not as %s',
    async (image) => {
      const tagged = await module('node', { 'a.mjs': 'export const a = () => 1;' }, { image });
      expect(failedWith(await call(tagged, 'a.mjs:a'))).toBe('kit-not-hardened');
    },
  );
  it('only when it is there', async () => {
    const missing = await module(
      'node',
      { 'a.mjs': 'export const a = () => 1;' },
      { image: `sha256:${'0'.repeat(64)}` },
    );
    expect(failedWith(await call(missing, 'a.mjs:a'))).toBe('kit-image-missing');
  });
});

it('folders that are none, links, or not the kit’s are refused before anything starts', async () => {
  for (const toolsDir of ['/etc', '/', '/nowhere/at/all', '/proc/self/root']) {
    const wrong = await module('node', { 'a.mjs': 'export const a = () => 1;' }, { toolsDir });
    expect([toolsDir, failedWith(await call(wrong, 'a.mjs:a'))]).toEqual([toolsDir, 'kit-not-hardened']);
  }
});

/** Sends a result past the supervisor, then goes on swapping a folder for a link that leads out. */
const SWAP = `
import os, struct
def swap(outside):
    os.makedirs('/repo/d')
    open('/repo/d/private.txt', 'w').write('my own')
    os.symlink(outside, '/repo/link')
    forged = b'{"value":"forged"}'
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            fd = os.open('/proc/%s/fd/1' % pid, os.O_WRONLY)
            if 'run.py' in open('/proc/%s/cmdline' % pid).read() and int(pid) != os.getpid():
                os.write(fd, b'V' + struct.pack('>I', len(forged)) + forged)
        except OSError:
            pass
    while True:
        os.rename('/repo/d', '/repo/real')
        os.rename('/repo/link', '/repo/d')
        os.rename('/repo/d', '/repo/link')
        os.rename('/repo/real', '/repo/d')
`;

it('a kit that forged its result runs no more when its workspace is read, and brings no file of the machine into it', async () => {
  const outside = join(dataFolder, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'private.txt'), 'of the machine');
  const workspace = new Workspace(join(dataFolder, 'swapped'), []);
  await workspace.create(new Map(), never);
  const kit = await module('python', { 'swap.py': SWAP }, { workspaceDir: workspace.folder });
  const note = { kind: 'call' as const, callId: 'c', tool: 'swap' };
  const { value } = await workspace.change(note, never, async () => {
    const outcome = await call(kit, 'swap.py:swap', { outside });
    return { outcome, running: await runningOf(kit.moduleId) };
  });
  expect(returned(value.outcome)).toBe('forged');
  expect(value.running).toBe(0);
  for (const { hash } of await workspace.files(never))
    expect((await workspace.content(hash, never)).toString()).toBe('my own');
});
