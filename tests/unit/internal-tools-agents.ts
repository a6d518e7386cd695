import { BaseAgent } from '../../backend/agent/internal-tools/base-agent.ts';
import { tool } from '../../backend/agent/internal-tools/tool-mark.ts';

/** Agents that only tests have: every kind of parameter, a method that hangs, a subclass. */
export class GreetingAgent extends BaseAgent {
  /**
   * Greet somebody.
   * @param name Who
   * @param style How warm
   * @param times How often
   * @param marks Ends of the sentences
   * @param options More
   */
  @tool({ risk: 'none', effect: 'read' })
  async greetPerson(
    name: string,
    style: 'warm' | 'cool' = 'warm',
    times: number = 1,
    marks: readonly string[] = ['.'],
    options?: { loud: boolean; prefix?: string },
  ): Promise<string> {
    const words = `${options?.prefix ?? ''}${style} hello ${name}${marks.join('')}`.repeat(times);
    return options?.loud === true ? words.toUpperCase() : `${words} in ${this.call.threadId}`;
  }

  /** Never ends by itself. */
  @tool({ risk: 'low', effect: 'write' })
  hang(): Promise<never> {
    this.call.status('hanging');
    return new Promise(() => undefined);
  }

  /** Needs a yes. */
  @tool({ risk: 'high', effect: 'write' })
  async launch(): Promise<{ launched: boolean }> {
    return { launched: true };
  }

  /** No tool: nobody marked it. */
  async secretHelper(): Promise<string> {
    return 'never offered';
  }
}

export class PoliteAgent extends GreetingAgent {
  /** Bow to somebody, after greeting. */
  @tool({ risk: 'none', effect: 'read' })
  async bow(name: string): Promise<string> {
    return `${await this.greetPerson(name)} *bows*`;
  }

  /** Not a tool here: overridden without a mark. */
  override async launch(): Promise<{ launched: boolean }> {
    return { launched: false };
  }
}
