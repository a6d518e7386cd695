import { afterAll, afterEach, expect } from 'vitest';
import { type Answer, type Loopback, send, startLoopback } from './loopback-harness.ts';

/** The door of one test file, opened at its top: it is closed behind the tests, and forgets between them. */
export async function openDoor(): Promise<Loopback> {
  const door = await startLoopback();
  afterAll(() => door.close());
  afterEach(() => {
    door.admitted.length = 0;
    door.reached.length = 0;
    door.started.length = 0;
    delete door.behaviour.fail;
  });
  return door;
}

/** Refused by the guard: nothing ran, the answer is one of ours and tells the asker's page nothing. */
export async function expectRefused(door: Loopback, answer: Answer, status: number): Promise<void> {
  expect(answer.status, answer.head).toBe(status);
  expect(door.admitted).toEqual([]);
  expect(door.reached).toEqual([]);
  expect(JSON.parse(answer.body)).toMatchObject({
    code: expect.any(String),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  // Nothing was half done: the next good request is served.
  expect((await send(door)).status).toBe(200);
  expect(door.admitted).toEqual(['POST /api/threads/list']);
}

/** Refused by the guard or by the route: it never came to the agent, and the answer is one of ours. */
export function expectUnreached(door: Loopback, answer: Answer, status: number): void {
  expect(answer.status, answer.head + answer.body).toBe(status);
  expect(door.reached).toEqual([]);
  expect(JSON.parse(answer.body)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
}
