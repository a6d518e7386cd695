/** The backend's kits: `/api/kits/{verb}`. */
import { KitRequests, KitResponses } from '@pagehand/contracts/kit-module';
import { pairedTarget, route, sendToBackend } from './backend-request.ts';

export const kits = {
  list: route('/api/kits/list', KitRequests.list, KitResponses.list),
  add: route('/api/kits/add', KitRequests.add, KitResponses.add),
  remove: route('/api/kits/remove', KitRequests.remove, KitResponses.remove),
  enable: route('/api/kits/enable', KitRequests.enable, KitResponses.enable),
  environment: route('/api/kits/environment', KitRequests.environment, KitResponses.environment),
  use: route('/api/kits/use', KitRequests.use, KitResponses.use),
  build: route('/api/kits/build', KitRequests.build, KitResponses.build),
  difference: route('/api/kits/difference', KitRequests.difference, KitResponses.difference),
  accept: route('/api/kits/accept', KitRequests.accept, KitResponses.accept),
  log: route('/api/kits/log', KitRequests.log, KitResponses.log),
  diff: route('/api/kits/diff', KitRequests.diff, KitResponses.diff),
  undo: route('/api/kits/undo', KitRequests.undo, KitResponses.undo),
  files: route('/api/kits/files', KitRequests.files, KitResponses.files),
} as const;

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
