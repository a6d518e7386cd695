import { AppError } from '@pagehand/contracts/errors';
import type { KitTool } from '@pagehand/contracts/kit-tool';
import { toolsOf } from '../../kits/run-kit-tests.ts';
import { whatKitMayDo } from '../../kits/what-kit-may-do.ts';
import { prepareKitImage } from './kit-image.ts';
import type { KitParts } from './kit-parts.ts';
import { findKit } from './kit-place.ts';
import { plain } from './print.ts';

/** `kits check KIT`: says what is wrong with it, or what it may do and the schema of every tool as the model reads it. */
export async function checkKit(text: string, parts: KitParts): Promise<number> {
  const { library, reader, signal } = parts;
  const place = await findKit(text, library, signal);
  const installed = place.id === undefined ? undefined : await library.load(place.id, place.version, signal);
  const kit = await reader.read(place.folder, !place.installed, signal);
  const { manifest } = kit;
  console.log(`${plain(manifest.name)} (${manifest.id} ${manifest.version}) is right.\n`);
  for (const line of whatKitMayDo(manifest)) console.log(`  ${plain(line)}`);
  for (const tool of once(toolsOf(kit.tools))) {
    console.log(
      `\n${tool.name}  (tools/${tool.file}:${tool.function}, ${tool.async ? 'async, ' : ''}risk ${tool.risk}, at most ${tool.timeoutMs / 1_000} s)`,
    );
    console.log(
      `  ${plain(tool.description)}\n${JSON.stringify(tool.parameters, undefined, 2).replaceAll(/^/gm, '  ')}`,
    );
  }
  if (installed === undefined) return 0;
  console.log('\nIts files are those that were accepted.');
  try {
    await prepareKitImage(installed, parts);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`Its image could not be made: ${plain(error.message)}`);
    return 1;
  }
  return 0;
}

const once = (tools: readonly KitTool[]): KitTool[] =>
  tools.filter((tool, index) => tools.findIndex((other) => JSON.stringify(other) === JSON.stringify(tool)) === index);
