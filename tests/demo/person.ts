import type { Panel } from '../e2e/support/panel.ts';
import { readTurn, type ShownTurn } from './read-turn.ts';

const POLL_MS = 100;
const TURN_MS = 60_000;
/** What a person presses on a plan, in this order. No mode skips it. */
const YES = [/^Run plan$/, /^Continue$/, /^Do (critical )?step \d+$/, /^Approve$/];

export type Say = (line: string) => void;

/**
 * Drives the real panel as a person does: types the ask, presses Send, reads each plan and presses its button, picks an
 * answer when asked. Says everything that the panel shows.
 */
export class Person {
  readonly #panel: Panel;
  readonly #say: Say;
  readonly #pictures: string | undefined;
  #taken = 0;
  /** @param pictures beginning of the paths of pictures that are taken on the way; none without it */
  constructor(panel: Panel, say: Say, pictures?: string) {
    this.#panel = panel;
    this.#say = say;
    this.#pictures = pictures;
  }

  /** Goes through the first two minutes: waits for the pairing, keeps the offline model, begins. */
  async begin(): Promise<void> {
    await this.#panel.waitForText(/Choose a model|Ask, or type/);
    if (await this.#panel.has('button', 'Skip')) await this.#panel.click('button', 'Skip');
    await this.#panel.find('textbox', 'Message');
  }

  newThread(): Promise<void> {
    return this.#panel.click('button', 'New thread');
  }

  /**
   * @param pick the answer to a question of the agent; without it a question fails the demo.
   * @returns all that the turn showed at its end.
   */
  async ask(text: string, pick?: string): Promise<ShownTurn> {
    this.#say(`you: ${text.replaceAll('\n', ' / ')}`);
    await this.#type(text);
    await this.#panel.click('button', 'Send', { exact: true });
    const told = new Set<string>();
    const end = Date.now() + TURN_MS;
    for (let quiet = 0; quiet < 5; ) {
      if (Date.now() > end) throw new Error(`The turn did not end. The panel says:\n${await this.#panel.text()}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const turn = await this.#panel.page.evaluate(readTurn);
      this.#tell(turn, told);
      const acted = await this.#decide(turn, pick, told);
      const waiting = turn.busy || acted || turn.question !== undefined || turn.plans.some((plan) => plan.open);
      quiet = !waiting && turn.answers.length + turn.errors.length > 0 ? quiet + 1 : 0;
    }
    const turn = await this.#panel.page.evaluate(readTurn);
    await this.#picture();
    for (const error of turn.errors) this.#say(`error: ${error}`);
    for (const answer of turn.answers) this.#say(`pagehand: ${answer.replaceAll('\n', '\n          ')}`);
    return turn;
  }

  async #type(text: string): Promise<void> {
    const composer = await this.#panel.find('textbox', 'Message');
    await composer.click();
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) {
        await this.#panel.page.keyboard.down('Shift');
        await this.#panel.page.keyboard.press('Enter');
        await this.#panel.page.keyboard.up('Shift');
      }
      await this.#panel.page.keyboard.type(line);
    }
  }

  async #picture(): Promise<void> {
    if (this.#pictures === undefined) return;
    this.#taken += 1;
    await this.#panel.screenshot(`${this.#pictures}-${this.#taken}.png`);
  }

  /** Plans when they are first seen, receipts as they come. */
  #tell(turn: ShownTurn, told: Set<string>): void {
    const once = (key: string, line: string): void => {
      if (told.has(key)) return;
      told.add(key);
      this.#say(line);
    };
    for (const [number, plan] of turn.plans.entries()) {
      if (plan.steps.length > 0) once(`plan ${number}`, `plan: ${plan.title}`);
      for (const [at, step] of plan.steps.entries()) {
        once(
          `plan ${number} step ${at}`,
          `  step ${at + 1}: ${step.words}${step.risk === '' ? '' : ` (${step.risk})`}`,
        );
      }
      for (const [at, step] of plan.steps.entries())
        if (step.receipt !== undefined) once(`plan ${number} receipt ${at}`, `  receipt ${at + 1}: ${step.receipt}`);
    }
  }

  /** Presses what waits for a yes. @returns whether something was pressed. */
  async #decide(turn: ShownTurn, pick: string | undefined, told: Set<string>): Promise<boolean> {
    if (turn.question !== undefined && !told.has(turn.question.text)) {
      told.add(turn.question.text);
      this.#say(`question: ${turn.question.text} ${turn.question.options.map((option) => `[${option}]`).join(' ')}`);
      if (pick === undefined) throw new Error(`The agent asked what the demo does not expect: ${turn.question.text}`);
      this.#say(`you: ${pick}`);
      await this.#panel.click('button', pick);
      return true;
    }
    const name = await this.#panel.page.evaluate(
      (patterns) =>
        [...document.querySelectorAll('article.turn:last-of-type button')]
          .filter((button) => !button.matches(':disabled,[aria-disabled="true"]'))
          .map((button) => (button.textContent ?? '').trim())
          .find((text) => patterns.some((pattern) => new RegExp(pattern).test(text))),
      YES.map((pattern) => pattern.source),
    );
    if (name === undefined) return false;
    await this.#picture();
    this.#say(`  [${name}] pressed`);
    await this.#panel.click('button', name, { exact: true });
    return true;
  }
}
