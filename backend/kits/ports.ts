import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '@pagehand/contracts/errors';
import type Docker from 'dockerode';
import type { KitPort, KitRuntimeName } from './kit-runtime.ts';
import { kitUser } from './kit-user.ts';
import { RUNNER_FOLDER } from './sandbox-options.ts';

/** Connections to one port at once: each is a process in the container. */
const MAX_CONNECTIONS = 8;

const RELAYS: Record<KitRuntimeName, string[]> = {
  node: ['node', `${RUNNER_FOLDER}/relay.mjs`],
  python: ['python3', '-I', '-B', `${RUNNER_FOLDER}/relay.py`],
};

/**
 * Lets `127.0.0.1:PORT` of this machine lead to the same port inside a container that has no network: each connection is
 * a process in the container whose stdin and stdout are the connection. Only the ports that are given.
 * @returns the function that ends all of it
 * @throws AppError `port-in-use`; nothing listens then
 */
export async function openPorts(
  container: Docker.Container,
  runtime: KitRuntimeName,
  ports: readonly KitPort[],
): Promise<() => void> {
  const open: { server: Server; sockets: Set<Socket> }[] = [];
  const close = (): void => {
    for (const { server, sockets } of open) {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
  };
  try {
    for (const { name, port } of ports) {
      const sockets = new Set<Socket>();
      // Half open: one side may have said all and still listen.
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => socket.destroy());
        relay(container, runtime, port, socket).catch(() => socket.destroy());
      });
      server.maxConnections = MAX_CONNECTIONS;
      await listen(server, name, port);
      open.push({ server, sockets });
    }
    return close;
  } catch (error) {
    close();
    throw error;
  }
}

function listen(server: Server, name: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new AppError('port-in-use', `Port ${port} (${name}) of the kit is taken by another program.`, { cause: error }),
      ),
    );
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve);
  });
}

async function relay(
  container: Docker.Container,
  runtime: KitRuntimeName,
  port: number,
  socket: Socket,
): Promise<void> {
  const { uid, gid } = kitUser();
  const exec = await container.exec({
    Cmd: [...RELAYS[runtime], String(port)],
    User: `${uid}:${gid}`,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: false,
    Tty: false,
    Privileged: false,
  });
  const stream: Duplex = await exec.start({ hijack: true, stdin: true });
  container.modem.demuxStream(stream, socket, { write: () => true });
  stream.on('end', () => socket.end());
  stream.on('close', () => socket.end());
  stream.on('error', () => socket.destroy());
  socket.on('close', () => stream.destroy());
  socket.pipe(stream);
}
