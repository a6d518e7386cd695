import { MathMLToLaTeX } from 'mathml-to-latex';
import type TurndownService from 'turndown';
import { isElement } from './page-text-tables.ts';

/** Formulas longer than this (characters of MathML) stay text: the converter is slow on them. */
const MAX_MATHML = 20_000;

/** MathML as TeX between dollar signs. */
export function addMathRule(turndown: TurndownService): void {
  turndown.addRule('math', {
    // The types of turndown know no MathML; its parser does.
    filter: (node: unknown) => isElement(node) && node.nodeName.toLowerCase() === 'math',
    replacement: (content, node) => {
      const element: unknown = node;
      if (!isElement(element)) return content;
      const tex = texOf(element);
      if (tex === '') return content;
      return element.getAttribute('display') === 'block' ? `\n\n$$${tex}$$\n\n` : `$${tex}$`;
    },
  });
}

function texOf(math: { textContent: string | null; outerHTML?: string }): string {
  const source = math.outerHTML ?? '';
  if ((math.textContent ?? '').trim() === '' || source.length > MAX_MATHML) return '';
  try {
    return MathMLToLaTeX.convert(source).replace(/\s+/g, ' ').trim();
  } catch {
    return '';
  }
}
