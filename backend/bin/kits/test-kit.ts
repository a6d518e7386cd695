import { join } from 'node:path';
import { readKitFiles } from '../../kits/kit-files.ts';
import { readKitTests } from '../../kits/kit-tests.ts';
import { runKitTests } from '../../kits/run-kit-tests.ts';
import { prepareFolderImage, prepareKitImage } from './kit-image.ts';
import type { KitParts } from './kit-parts.ts';
import { findKit } from './kit-place.ts';
import { plain } from './print.ts';

/** `kits test KIT`: runs the sample calls of `tests/` in containers, as the agent would. */
export async function testKit(text: string, parts: KitParts): Promise<number> {
  const { library, reader, runtime, signal } = parts;
  const place = await findKit(text, library, signal);
  const kit = await reader.read(place.folder, !place.installed, signal);
  const files = await readKitFiles(place.folder, !place.installed, signal);
  if (readKitTests(files).length === 0) {
    console.error('The kit has no tests: write sample calls into tests/calls.yaml, see kits/README.md.');
    return 1;
  }
  const image =
    place.id === undefined
      ? await prepareFolderImage(place.folder, kit, parts)
      : await prepareKitImage(await library.load(place.id, place.version, signal), parts);
  let passed = 0;
  let failed = 0;
  for await (const { file, call, problem, ms } of runKitTests(
    { kit, files, toolsDir: join(place.folder, 'tools'), image },
    runtime,
    signal,
  )) {
    const args = JSON.stringify(call.args);
    const what = plain(`${file}: ${call.tool} ${args.length > 80 ? `${args.slice(0, 80)}...` : args}`);
    if (problem === undefined) passed += 1;
    else failed += 1;
    console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${what} (${ms} ms)`);
    if (problem !== undefined) for (const line of problem.split('\n')) console.log(`     ${plain(line)}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
