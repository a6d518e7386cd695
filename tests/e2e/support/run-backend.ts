/** The real backend as a process of its own, without browser and build. Says on stdout where it listens. */
import { loadConfig } from '../../../backend/config.ts';
import { startBackend } from '../../../backend/server.ts';

const [data, port] = process.argv.slice(2);
const backend = await startBackend({ config: loadConfig({ data, port: Number(port ?? 0) }) });
process.stdout.write(`${JSON.stringify({ port: backend.port, code: backend.mintPairingCode() })}\n`);
process.once('SIGTERM', () => {
  void backend.close().then(() => process.exit(0));
});
