import { createHash } from 'node:crypto';

/**
 * Ids are minted by us: providers repeat theirs (`call_0`), and an equal message id replaces the earlier message. They
 * follow from turn, model call and place, so that a task that runs again makes the same ones. OpenAI takes tool call ids
 * of at most 40 characters, so the turn's id (up to 64) goes in as a hash.
 */
const turnHash = (turnId: string): string => createHash('sha256').update(turnId).digest('hex').slice(0, 16);

/** `modelCall`: 0 for the first of the turn. `suffix` tells a call made again after a crash or a cut answer from the first. */
export const messageId = (turnId: string, modelCall: number, suffix = ''): string =>
  `m_${turnHash(turnId)}_${modelCall}${suffix}`;
export const toolCallId = (turnId: string, modelCall: number, index: number): string =>
  `c_${turnHash(turnId)}_${modelCall}_${index}`;
export const askId = (turnId: string): string => `u_${turnHash(turnId)}`;
export const errorId = (turnId: string): string => `e_${turnHash(turnId)}`;
