import { createHash } from 'node:crypto';
import type Docker from 'dockerode';
import { engineError } from './docker.ts';
import { LABELS } from './sandbox-options.ts';

/** What the containers of a data folder are labelled with: one process at a time has a data folder. */
export const ownerOf = (dataFolder: string): string =>
  createHash('sha256').update(dataFolder).digest('hex').slice(0, 32);

/**
 * Removes every container of an owner. One process has a data folder, so what is there at its start is left over.
 * @returns how many there were
 * @throws AppError `kit-engine-missing`
 */
export async function reap(docker: Docker, owner: string): Promise<number> {
  try {
    const left = await docker.listContainers({ all: true, filters: { label: [`${LABELS.owner}=${owner}`] } });
    await Promise.all(
      left.map(({ Id }) =>
        docker
          .getContainer(Id)
          .remove({ force: true, v: true })
          // It went by itself meanwhile.
          .catch(() => undefined),
      ),
    );
    return left.length;
  } catch (error) {
    throw engineError(error, 'start');
  }
}
