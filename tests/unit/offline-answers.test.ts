import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageTextToMarkdown } from '../../backend/documents/page-text-markdown.ts';
import { placeOf, toPassages } from '../../backend/documents/passages.ts';
import { answerQuestion } from '../../backend/models/offline/answer-question.ts';
import { summarize } from '../../backend/models/offline/summarize.ts';

const articles = new URL('../../../shared/pages/articles/', import.meta.url);
const there = existsSync(articles);
if (!there) console.log('The real pages are not here (../shared/pages): answers and summaries are not tested on them.');

const known = new Map<string, string>();
/** Main content of an article (or the whole page), by the first letters of its file name. */
function article(id: string, view: 'main' | 'whole' = 'main'): string {
  const key = `${id} ${view}`;
  const have = known.get(key);
  if (have !== undefined) return have;
  const file = readdirSync(articles).find((name) => name.startsWith(id)) ?? '';
  const html = gunzipSync(readFileSync(new URL(file, articles))).toString('utf8');
  const markdown = pageTextToMarkdown({ html, url: 'https://news.example/', view });
  known.set(key, markdown);
  return markdown;
}

/** Article, question, and words of the passage that answers it; verified by reading the article. */
const ANSWERED: readonly [string, string, string][] = [
  ['06e5123e', 'Who is the founder and former CEO of WeWork?', 'Adam Neumann'],
  ['06e5123e', 'How much did SoftBank agree to inject into WeWork?', '$6.5 billion'],
  ['06e5123e', 'How many jobs is WeWork preparing to cut?', '4,000 jobs'],
  ['06e5123e', 'How many employees did WeWork have on June 30?', '12,500'],
  ['06e5123e', 'When did the company shelve its plans for an initial public offering?', 'September 30'],
  ['06e5123e', 'Who is the executive chair of The We Company?', 'Marcelo Claure'],
  ['06e5123e', 'Who is investigating WeWork?', 'Attorney General'],
  ['06e5123e', 'What did Neumann want to charge for the trademark?', '$6 million'],
  ['e1c7023e', 'How long is the recuperation period after the cruise?', '21 day'],
  ['e1c7023e', 'By how much could the spacecraft mass be reduced?', 'by a third'],
  ['e1c7023e', 'What is torpor?', 'the hibernating state'],
  ['e1c7023e', 'How many humans would the mission send to Mars?', 'six humans'],
  ['232a43fb', 'When will Apple release the new 13-inch MacBook Pro?', 'first half of 2020'],
  ['232a43fb', 'Who supplies the keyboards?', 'Wistron'],
  ['232a43fb', 'When was the entry-level 13-inch MacBook Pro last updated?', 'in July'],
  ['c7e39ac4', 'Where is Assange being held?', 'Belmarsh'],
  ['c7e39ac4', 'What was the reason for the decision?', 'evidence has weakened'],
  ['c7e39ac4', 'How many criminal charges does Assange face in the US?', '18 criminal charges'],
  ['c7e39ac4', 'How old is Assange?', '48-year-old'],
  ['c7e39ac4', 'Who approved the extradition request?', 'Sajid Javid'],
  ['c7e39ac4', 'Who is the editor-in-chief of Wikileaks?', 'Kristinn Hrafnsson'],
  ['5a822960', 'What will the house where Hitler was born become?', 'police station'],
  ['5a822960', 'When was Hitler born?', '1889'],
  ['5a822960', 'Who is the interior minister?', 'Peschorn'],
  ['5a822960', 'When was Austria annexed?', '1938'],
  ['686bb170', 'How wide is Europa?', '1,900-mile-wide'],
  ['686bb170', 'Which telescope did Paganini use?', 'Keck Observatory'],
  ['686bb170', 'When was the new paper published online?', 'Nov. 18'],
  ['686bb170', 'On which date did they get a strong signal?', 'April 26, 2016'],
  ['686bb170', 'How many nights did the researchers observe Europa?', '17 nights'],
  ['b0cf2bbf', 'What are the solar module costs today?', '$0.23/W'],
  ['b0cf2bbf', 'When did Emiliano join pv magazine?', 'March 2017'],
  ['b0cf2bbf', 'How much solar does Seoul plan to install by 2030?', '30.8 GW'],
  ['b0cf2bbf', 'By how much should coal-fired fine dusts be reduced?', '90%'],
  ['7a457a4f', 'When is the sentencing scheduled?', 'Feb. 14'],
  ['7a457a4f', 'How many years in prison does Carlineo face?', '10 years'],
  ['7a457a4f', 'Who is Carlineo’s attorney?', 'Sonya Zoghlin'],
  ['7a457a4f', 'When was he arrested?', 'in April'],
  ['7a457a4f', 'What did Carlineo possess at his home?', '.45-caliber'],
  ['374ac9a5', 'How many jets did Emirates purchase?', '30 of Boeing'],
  ['374ac9a5', 'What is the order valued at?', '$8.8 billion'],
  ['374ac9a5', 'Who is the president of Emirates?', 'Tim Clark'],
  ['374ac9a5', 'How many people were killed in the crashes?', '346'],
  ['374ac9a5', 'How many aircraft did Emirates have as of October?', '270'],
  ['7f93c194', 'How many people completed the surveys?', '505,796'],
  ['7f93c194', 'In which states had cannabis been legalized by 2016?', 'Colorado'],
  ['7f93c194', 'Who is the senior author?', 'Silvia'],
  ['7f93c194', 'Where was the research published?', 'JAMA Psychiatry'],
];

/** Plausible questions that the article does not answer. */
const UNANSWERED: readonly [string, string][] = [
  ['06e5123e', 'Where was Adam Neumann born?'],
  ['06e5123e', 'How tall is the WeWork headquarters?'],
  ['06e5123e', 'What is the phone number of WeWork?'],
  ['06e5123e', 'Who won the football match?'],
  ['06e5123e', 'What does a desk at WeWork cost per month?'],
  ['e1c7023e', 'How many people live in Munich?'],
  ['e1c7023e', 'What is the name of the drug that induces torpor?'],
  ['e1c7023e', 'Who is the director of NASA?'],
  ['e1c7023e', 'When will the first rocket to Jupiter start?'],
  ['232a43fb', 'How much will the new MacBook cost?'],
  ['232a43fb', 'Which processor does the iPhone use?'],
  ['232a43fb', 'Who is the CEO of Microsoft?'],
  ['c7e39ac4', 'What is the name of Assange’s cat?'],
  ['c7e39ac4', 'How much did the embassy pay for his food?'],
  ['c7e39ac4', 'What is the capital of Ecuador?'],
  ['c7e39ac4', 'Who is the president of France?'],
  ['5a822960', 'How many rooms does the house have?'],
  ['5a822960', 'Which architect won the competition?'],
  ['5a822960', 'What is the recipe for apple strudel?'],
  ['686bb170', 'How many moons does Saturn have?'],
  ['686bb170', 'What does the Hubble telescope cost?'],
  ['686bb170', 'When was Paganini born?'],
  ['b0cf2bbf', 'How many people work at Hanwha Q Cells?'],
  ['b0cf2bbf', 'What does electricity cost in Seoul?'],
  ['b0cf2bbf', 'Who is the mayor of Seoul?'],
  ['7a457a4f', 'Where was Ilhan Omar born?'],
  ['7a457a4f', 'How much is the bail?'],
  ['7a457a4f', 'What is the name of Carlineo’s wife?'],
  ['374ac9a5', 'How long is the flight from Dubai to London?'],
  ['374ac9a5', 'Who is the CEO of Airbus?'],
  ['374ac9a5', 'What does a ticket cost?'],
  ['7f93c194', 'What is the price of cannabis?'],
  ['7f93c194', 'Who is the governor of Colorado?'],
  ['7f93c194', 'How many plants may people grow?'],
  ['686bb170', 'Is there a refund for late trains?'],
];

describe('answers from real pages', () => {
  it('quote the passage that answers, verbatim and with its place', () => {
    if (!there) return;
    const wrong: string[] = [];
    for (const [id, question, words] of ANSWERED) {
      // As the offline model does: what stands beside the main content is asked second.
      const inMain = answerQuestion(article(id), question);
      const markdown = inMain.kind === 'quotes' ? article(id) : article(id, 'whole');
      const answer = inMain.kind === 'quotes' ? inMain : answerQuestion(markdown, question);
      const found = answer.kind === 'quotes' && answer.quotes.some(({ text }) => text.includes(words));
      if (!found) wrong.push(`${question} -> ${JSON.stringify(answer).slice(0, 300)}`);
      if (answer.kind !== 'quotes') continue;
      for (const quote of answer.quotes) {
        const passage = toPassages(markdown).find(
          (one) => placeOf(one) === quote.place && one.text.includes(quote.text),
        );
        expect(passage, `${question}: ${quote.place}`).toBeDefined();
      }
    }
    expect(wrong).toEqual([]);
  });
  it('say so when the page does not answer', () => {
    if (!there) return;
    const wrong = UNANSWERED.map(([id, question]) => [question, answerQuestion(article(id), question)] as const)
      .filter(([, answer]) => answer.kind === 'quotes')
      .map(([question, answer]) => `${question} -> ${JSON.stringify(answer).slice(0, 300)}`);
    expect(wrong).toEqual([]);
  });
});

describe('summaries of real pages', () => {
  it('are sentences of the page, verbatim, in its order, with their places', () => {
    if (!there) return;
    for (const id of new Set(ANSWERED.map(([one]) => one))) {
      const markdown = article(id);
      const passages = toPassages(markdown);
      const { sentences, total } = summarize(markdown, 4);
      expect(sentences).toHaveLength(4);
      expect(total).toBeGreaterThan(6);
      const at = sentences.map(({ text, place }) => {
        const passage = passages.find((one) => placeOf(one) === place && one.text.includes(text));
        expect(passage, `${id}: ${text}`).toBeDefined();
        return (passage?.start ?? 0) * 10_000 + (passage?.text.indexOf(text) ?? 0);
      });
      expect(at).toEqual([...at].sort((a, b) => a - b));
    }
  });
});
