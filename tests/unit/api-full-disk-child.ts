/** Child process of api-full-disk.test.ts: the whole backend under a bound on the size of its files. */
import { ConfigSchema } from '../../backend/config.ts';
import { createLogger } from '../../backend/log.ts';
import { startBackend } from '../../backend/server.ts';

const [, , data = '', baseUrl = ''] = process.argv;
const config = ConfigSchema.parse({ port: 0, data, model: { baseUrl, model: 'scripted' } });
const backend = await startBackend({ config, logger: createLogger('error') });
process.stdout.write(`${JSON.stringify({ port: backend.port, code: backend.mintPairingCode() })}\n`);
process.once('SIGTERM', () => {
  backend.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
