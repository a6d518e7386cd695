import type { KitManifest } from '@pagehand/contracts/kit-manifest';
import type { KitRuntimeName } from './kit-runtime.ts';

/** Official images, for where no image is named; pinned by their digest when a kit is installed. */
export const OFFICIAL_BASES: Readonly<Record<KitRuntimeName, string>> = {
  node: 'node:20-slim',
  python: 'python:3.11-slim',
};

/** The name under which a base that was made on this machine is found again. */
export const localBaseName = (runtime: KitRuntimeName): string => `pagehand-base-${runtime}:latest`;

/**
 * Whether the kit asks for packages and for a base that is not ours. Packages are installed inside of the base, with a
 * network: a program of a stranger's image would run there, which is why the two are refused together.
 */
export const packagesInForeignBase = ({
  image,
  runtime,
  dependencies,
}: Pick<KitManifest, 'image' | 'runtime' | 'dependencies'>): boolean =>
  dependencies.length > 0 &&
  image !== undefined &&
  image !== OFFICIAL_BASES[runtime] &&
  image !== localBaseName(runtime);

export const FOREIGN_BASE =
  'Packages are installed in the base image of the runtime only: take "image" out, or the dependencies.';
