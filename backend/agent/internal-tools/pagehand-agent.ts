import { AppError } from '@pagehand/contracts/errors';
import type { ToolResult } from '../../tools/define-tool.ts';
import { BaseAgent } from './base-agent.ts';
import { currentTime } from './current-time.ts';
import { changedTasks, newTasks, shownTasks } from './task-list.ts';
import { findNotes, NOTE_LIMITS, shownNotes } from './thread-notes.ts';
import { tool } from './tool-mark.ts';

/** The agent of the backend: what it can do by itself, without page, network or container. */
export class PagehandAgent extends BaseAgent {
  /**
   * Keep a short note for the rest of this conversation: a fact or a decision that is needed later. Never passwords or codes.
   * @param note What to keep, in one or a few sentences
   */
  @tool({ risk: 'none', effect: 'write' })
  async remember(note: string): Promise<string> {
    const text = note.trim();
    if (text === '' || text.length > NOTE_LIMITS.length)
      throw new AppError('invalid-arguments', `A note has 1 to ${NOTE_LIMITS.length} characters.`);
    const { notes } = this.services.store;
    if (notes.list(this.call.threadId).length >= NOTE_LIMITS.count)
      throw new AppError('too-large', `There are ${NOTE_LIMITS.count} notes already: forget some first.`);
    return `Kept as note ${notes.add(this.call.threadId, text)}.`;
  }

  /**
   * Read the notes of this conversation.
   * @param query Words that the notes must hold; absent: all notes
   */
  @tool({ risk: 'none', effect: 'read' })
  async recall(query?: string): Promise<string> {
    return shownNotes(findNotes(this.services.store.notes.list(this.call.threadId), query ?? ''));
  }

  /**
   * Delete one note of this conversation.
   * @param id Its number, as remember and recall tell it
   */
  @tool({ risk: 'none', effect: 'write' })
  async forget(id: number): Promise<string> {
    if (!this.services.store.notes.remove(this.call.threadId, id))
      throw new AppError('not-found', `There is no note ${id} in this conversation.`);
    return `Note ${id} is deleted.`;
  }

  /**
   * Show the person a to-do list before a task of several parts; it replaces the list that was there.
   * @param steps The parts of the task in their order, each in a few words
   */
  @tool({ risk: 'none', effect: 'write' })
  async setPlan(steps: string[]): Promise<ToolResult> {
    return this.#showTasks(newTasks(steps));
  }

  /**
   * Tick off or change one part of the to-do list.
   * @param step Its number in the list, from 1
   * @param state working: begun now; done; dropped: not needed any more; open: not begun
   * @param text New words for it, where they changed
   */
  @tool({ risk: 'none', effect: 'write' })
  async updatePlan(step: number, state: 'open' | 'working' | 'done' | 'dropped', text?: string): Promise<ToolResult> {
    const tasks = this.services.store.taskLists.get(this.call.threadId);
    return this.#showTasks(changedTasks(tasks, { step, state, text }));
  }

  /**
   * Tell the date, the time and the weekday where the person is, or in another time zone.
   * @param timeZone IANA name such as Asia/Tokyo; absent: the person's own
   */
  @tool({ risk: 'none', effect: 'read' })
  async currentTime(timeZone?: string): Promise<string> {
    return currentTime(new Date(), timeZone ?? this.call.timeZone);
  }

  #showTasks(tasks: ReturnType<typeof newTasks>): ToolResult {
    this.services.store.taskLists.set(this.call.threadId, tasks);
    this.call.emit('pagehand.tasks', { tasks });
    return { content: shownTasks(tasks), artifact: { kind: 'tasks', tasks } };
  }
}
