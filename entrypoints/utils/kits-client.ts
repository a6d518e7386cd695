/** The backend's kits: `/api/kits/{verb}`. */
import { KitRequests, KitResponses } from '@pagehand/contracts/kit-module';
import { pairedTarget, routes, sendToBackend } from './backend-request.ts';

export const kits = routes('/api/kits', KitRequests, KitResponses);

/** The bytes of a file of a workspace; only to be saved, never shown. */
export async function downloadKitFile(moduleId: string, fileId: string, signal: AbortSignal): Promise<Blob> {
  const request = KitRequests.download.parse({ moduleId, fileId });
  const response = await sendToBackend(await pairedTarget(), '/api/kits/download', request, {
    signal,
    accept: 'application/octet-stream',
  });
  // Whatever it is: a type of its own would let a browser look into it.
  return new Blob([await response.arrayBuffer()], { type: 'application/octet-stream' });
}
