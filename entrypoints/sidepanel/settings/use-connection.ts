import type { ConnectionId, GoogleAccess } from '@pagehand/contracts/connection-ids';
import type { ConnectionTest } from '@pagehand/contracts/connections';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';

export type ConnectionWork = {
  busy: 'save' | 'test' | 'remove' | 'sign-in' | undefined;
  saved: boolean;
  test: ConnectionTest | undefined;
  /** The login is gone here, but the service could not be told. */
  notRevoked: boolean;
  error: AppErrorBody | undefined;
};

const idle: ConnectionWork = { busy: undefined, saved: false, test: undefined, notRevoked: false, error: undefined };

/** What can be done with one connection, and how it went. `reload` reads the state anew after each change. */
export function useConnection(id: ConnectionId, reload: () => Promise<unknown>) {
  const { actions, services } = useActions();
  const [work, setWork] = useState<ConnectionWork>(idle);
  const soon = () => AbortSignal.timeout(40_000);

  async function run(busy: NonNullable<ConnectionWork['busy']>, job: () => Promise<Partial<ConnectionWork>>) {
    setWork({ ...idle, busy });
    try {
      const done = await job();
      await reload();
      setWork({ ...idle, ...done });
    } catch (error) {
      setWork({ ...idle, error: services.toError(error) });
    }
    // What is connected decides which commands there are.
    if (busy !== 'test') await actions.refreshTools();
  }

  return {
    work,
    save: (fields: Record<string, string | null>) =>
      run('save', async () => {
        await services.connections.set({ id, fields }, soon());
        return { saved: true };
      }),
    test: (access?: GoogleAccess[]) =>
      run('test', async () => ({
        test: await services.connections.test({ id, ...(access ? { access } : {}) }, soon()),
      })),
    remove: () =>
      run('remove', async () => {
        const { revoked } = await services.connections.remove({ id }, soon());
        return { notRevoked: revoked === false };
      }),
    login: (entered: { username: string; password: string; captcha: string; captchaId: string }) =>
      run('sign-in', async () => {
        await services.connections.login(entered, soon());
        return { test: await services.connections.test({ id }, soon()) };
      }),
    signIn: (request: { authorizeUrl: string; clientId: string; access: GoogleAccess[] }) =>
      run('sign-in', async () => {
        // As long as the person needs for it.
        await services.google.signIn(request, AbortSignal.timeout(600_000));
        return { test: await services.connections.test({ id, access: request.access }, soon()) };
      }),
  };
}
