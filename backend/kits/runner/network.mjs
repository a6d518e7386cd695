/**
 * The hosts that kit.yaml names, inside the container: their names lead to addresses on loopback, and a connection to one
 * goes on as frames (frames.ts has their form) to the backend, which reaches that host and nothing else.
 */
import { createServer } from 'node:net';

const OPEN = 0x6f;
const DATA = 0x64;
const END = 0x65;
const CLOSE = 0x63;
const TAKEN = 0x77;
/** So many bytes may be on their way before the backend has taken them. */
const WINDOW = 256 * 1024;

export class Network {
  #send;
  #sockets = new Map();
  #last = 0;
  /** Rejects where an address cannot be listened on. */
  ready;

  constructor(hosts, send) {
    this.#send = send;
    this.ready = Promise.all(hosts.map(([address, port], index) => this.#listen(address, port, index)));
  }

  #listen(address, port, index) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket, index));
    return new Promise((done, failed) => {
      server.on('error', failed);
      server.listen({ host: address, port }, done);
    });
  }

  #accept(socket, index) {
    this.#last += 1;
    const id = this.#last;
    const one = { socket, credit: WINDOW };
    this.#sockets.set(id, one);
    const which = Buffer.alloc(2);
    which.writeUInt16BE(index);
    this.#tell(OPEN, id, which);
    socket.on('data', (piece) => {
      one.credit -= piece.length;
      this.#tell(DATA, id, piece);
      if (one.credit <= 0) socket.pause();
    });
    socket.on('end', () => this.#tell(END, id));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#sockets.delete(id)) this.#tell(CLOSE, id);
    });
  }

  #tell(kind, id, payload = Buffer.alloc(0)) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(id);
    this.#send(kind, Buffer.concat([number, payload]));
  }

  take(kind, payload) {
    const id = payload.readUInt32BE(0);
    const one = this.#sockets.get(id);
    if (one === undefined) return;
    const { socket } = one;
    if (kind === DATA) {
      const taken = Buffer.alloc(4);
      taken.writeUInt32BE(payload.length - 4);
      socket.write(payload.subarray(4), (error) => {
        if (!error && this.#sockets.has(id)) this.#tell(TAKEN, id, taken);
      });
    } else if (kind === TAKEN) {
      one.credit += payload.readUInt32BE(4);
      if (one.credit > 0) socket.resume();
    } else if (kind === END) {
      socket.end();
    } else if (kind === CLOSE) {
      this.#sockets.delete(id);
      // What came before it is written first.
      socket.destroySoon();
    }
  }
}
