import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@pagehand/contracts/errors';
import { KitManifestSchema } from '@pagehand/contracts/kit-manifest';
import type { KitRuntimeName } from '../../kits/kit-runtime.ts';
import { ROOT } from '../install.mjs';
import { typedPath } from './kit-place.ts';

const template = (runtime: KitRuntimeName): string => fileURLToPath(new URL(`./template/${runtime}`, import.meta.url));

/** `kits new NAME`: a kit that works, to start from. Never writes into a folder that is there. */
export async function newKit(name: string, runtime: KitRuntimeName): Promise<number> {
  const folder = typedPath(name);
  const id = KitManifestSchema.shape.id.safeParse(basename(folder));
  if (!id.success)
    throw new AppError('bad-request', `The id of a kit ${id.error.issues[0]?.message ?? 'is not right'}.`);
  try {
    await mkdir(folder);
  } catch (cause) {
    throw new AppError('conflict', `The folder ${folder} is there already, or cannot be made: choose another name.`, {
      cause,
    });
  }
  await cp(template(runtime), folder, { recursive: true });
  // Editors find the schema from here; a copy of the kit elsewhere only loses the completion.
  const schema = relative(folder, join(ROOT, 'kits', 'kit.schema.json'))
    .split(sep)
    .join('/');
  for (const file of ['kit.yaml', 'README.md']) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replaceAll('my-kit', id.data).replace('SCHEMA', schema));
  }
  console.log(
    `Made ${folder}. Next:\n  npm start -- kits check ${name}\n  npm start -- kits test ${name}\n  npm start -- kits add ${name}`,
  );
  return 0;
}
