import type { InterruptAnswer, InterruptRequest, OpenInterrupt } from '@pagehand/contracts/interrupts';
import { LIMITS } from '@pagehand/contracts/limits';
import type { Receipt } from '@pagehand/contracts/receipt';
import { fromJson, type Sql } from './sql.ts';
import type { Store } from './store.ts';

type InterruptRow = {
  interrupt_id: string;
  thread_id: string;
  turn_id: string;
  request: string;
  answer: string | null;
  closed: number;
  claimed_by: string | null;
  claim_until: number;
  created_at: number;
};

export function sqliteInterrupts(sql: Sql): Store['interrupts'] {
  const receipts = (interruptId: string): Receipt[] =>
    sql
      .all<{ receipt: string }>('SELECT receipt FROM receipts WHERE interrupt_id = ? ORDER BY n', interruptId)
      .map((row) => fromJson<Receipt>(row.receipt));
  const keepReceipt = (interruptId: string, n: number, receipt: Receipt): void => {
    sql.run(
      'INSERT INTO receipts (interrupt_id, step_id, n, receipt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      interruptId,
      receipt.stepId,
      n,
      JSON.stringify(receipt),
    );
  };
  const toOpen = (row: InterruptRow): OpenInterrupt => ({
    interruptId: row.interrupt_id,
    turnId: row.turn_id,
    request: fromJson<InterruptRequest>(row.request),
    ...(row.claimed_by !== null && row.claim_until > Date.now() ? { claimedBy: row.claimed_by } : {}),
    receipts: receipts(row.interrupt_id),
    createdAt: row.created_at,
  });
  return {
    open({ interruptId, threadId, turnId, request }) {
      // Raised again by a node that runs from its start after a crash: the first one stays, with its claim and receipts.
      sql.transaction(() =>
        sql.run(
          `INSERT INTO interrupts (interrupt_id, thread_id, turn_id, request, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (interrupt_id) DO NOTHING`,
          interruptId,
          threadId,
          turnId,
          JSON.stringify(request),
          Date.now(),
        ),
      );
    },
    get(interruptId) {
      const row = sql.get<InterruptRow>('SELECT * FROM interrupts WHERE interrupt_id = ?', interruptId);
      if (row === undefined) return undefined;
      return {
        ...toOpen(row),
        threadId: row.thread_id,
        ...(row.answer === null ? {} : { answer: fromJson<InterruptAnswer>(row.answer) }),
        closed: row.closed === 1,
      };
    },
    listOpen(threadId) {
      const rows = sql.all<InterruptRow>(
        'SELECT * FROM interrupts WHERE thread_id = ? AND closed = 0 AND answer IS NULL ORDER BY created_at, rowid',
        threadId,
      );
      return rows.map(toOpen);
    },
    answers(turnId) {
      const rows = sql.all<{ interrupt_id: string; answer: string }>(
        'SELECT interrupt_id, answer FROM interrupts WHERE turn_id = ? AND closed = 0 AND answer IS NOT NULL ORDER BY created_at, rowid',
        turnId,
      );
      return rows.map((row) => ({ interruptId: row.interrupt_id, answer: fromJson<InterruptAnswer>(row.answer) }));
    },
    answer(interruptId, answer) {
      return sql.durable(() => {
        const taken = sql.run(
          'UPDATE interrupts SET answer = ? WHERE interrupt_id = ? AND closed = 0 AND answer IS NULL',
          JSON.stringify(answer),
          interruptId,
        );
        if (taken === 0) return false;
        if (answer.kind !== 'plan') return true;
        for (const [n, receipt] of answer.receipts.entries()) keepReceipt(interruptId, n, receipt);
        return true;
      });
    },
    readTexts: (threadId, limit) =>
      sql.all<{ origin: string; text: string }>(
        `SELECT json_extract(receipt, '$.evidence.origin') AS origin, json_extract(receipt, '$.evidence.text') AS text
         FROM receipts JOIN interrupts USING (interrupt_id)
         WHERE thread_id = ? AND json_extract(receipt, '$.evidence.origin') IS NOT NULL
           AND json_extract(receipt, '$.evidence.text') IS NOT NULL
         ORDER BY interrupts.created_at DESC, n DESC LIMIT ?`,
        threadId,
        limit,
      ),
    close(interruptId) {
      sql.transaction(() =>
        sql.run(
          'UPDATE interrupts SET closed = 1, claimed_by = NULL, claim_until = 0 WHERE interrupt_id = ?',
          interruptId,
        ),
      );
    },
    claim(interruptId, panelId, ttlMs) {
      const now = Date.now();
      return sql.durable(
        () =>
          sql.run(
            `UPDATE interrupts SET claimed_by = ?, claim_ttl = ?, claim_until = ?
             WHERE interrupt_id = ? AND closed = 0 AND answer IS NULL AND (claimed_by IS NULL OR claimed_by = ? OR claim_until <= ?)`,
            panelId,
            ttlMs,
            now + ttlMs,
            interruptId,
            panelId,
            now,
          ) === 1,
      );
    },
    release(interruptId, panelId) {
      sql.transaction(() =>
        sql.run(
          'UPDATE interrupts SET claimed_by = NULL, claim_until = 0 WHERE interrupt_id = ? AND claimed_by = ?',
          interruptId,
          panelId,
        ),
      );
    },
    addReceipt(interruptId, panelId, receipt) {
      return sql.durable(() => {
        // A claim that has run out, but that nobody else took, still names who acted: its evidence is worth keeping.
        const held = sql.run(
          `UPDATE interrupts SET claim_until = MAX(claim_until, ? + claim_ttl)
           WHERE interrupt_id = ? AND claimed_by = ? AND closed = 0 AND answer IS NULL`,
          Date.now(),
          interruptId,
          panelId,
        );
        if (held === 0) return false;
        const count =
          sql.get<{ count: number }>('SELECT COUNT(*) AS count FROM receipts WHERE interrupt_id = ?', interruptId)
            ?.count ?? 0;
        if (count >= LIMITS.planSteps)
          return (
            sql.get('SELECT 1 FROM receipts WHERE interrupt_id = ? AND step_id = ?', interruptId, receipt.stepId) !==
            undefined
          );
        keepReceipt(interruptId, count, receipt);
        return true;
      });
    },
  };
}
