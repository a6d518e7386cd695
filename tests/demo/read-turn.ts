/** What stands in the panel's last turn, as a person reads it. */
export type ShownTurn = {
  plans: {
    /** A plan that still waits for a decision, or runs. */
    open: boolean;
    title: string;
    steps: { words: string; risk: string; receipt: string | undefined }[];
  }[];
  /** Finished texts of the agent, in order. */
  answers: string[];
  /** Texts of error cards and notices. */
  errors: string[];
  question: { text: string; options: string[] } | undefined;
  /** Something still runs: Send is Stop. */
  busy: boolean;
};

/** Reads the last turn of the thread. Runs in the panel (it is serialized): uses nothing from outside. */
export function readTurn(): ShownTurn {
  const words = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const turn = [...document.querySelectorAll('article.turn')].at(-1);
  const all = (selector: string, within: Element | undefined = turn): Element[] => [
    ...(within?.querySelectorAll(selector) ?? []),
  ];
  const question = all('[data-testid="question-card"]').find((card) => card.querySelector('form') !== null);
  return {
    plans: all('[data-testid="plan-card"],[data-testid="plan-summary"]').map((card) => ({
      open: card.getAttribute('data-testid') === 'plan-card',
      title: words(card.querySelector('.card-name')),
      steps: all('[data-testid="step"]', card).map((step) => {
        const receipt = step.querySelector('[data-testid="receipt"] summary');
        return {
          words: [
            words(step.querySelector('.step-words')),
            ...all('.fields > div', step).map((field) => [...field.children].map(words).join(': ')),
          ].join('; '),
          risk: words(step.querySelector('.risk')),
          receipt: receipt === null ? undefined : words(receipt.querySelector('.receipt-line')),
        };
      }),
    })),
    answers: all('[data-testid="answer"][data-done="true"]').map((answer) =>
      (answer instanceof HTMLElement ? answer.innerText : '').trim(),
    ),
    errors: all('[data-testid^="error-"]').map(words),
    question:
      question === undefined
        ? undefined
        : { text: words(question.querySelector('.question')), options: all('.options button', question).map(words) },
    busy: [...document.querySelectorAll('button.send')].some((button) => /^stop/i.test(words(button))),
  };
}
