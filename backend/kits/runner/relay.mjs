/** One connection to a port that the kit's code listens on inside the container: stdin in, stdout out. */
import { connect } from 'node:net';

const socket = connect({ host: '127.0.0.1', port: Number(process.argv[2]) });
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.on('error', () => process.exit(1));
socket.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
