import { describe, expect, it } from 'vitest';
import { type Command, isAct } from '../../backend/models/offline/command.ts';
import { describeCommand, describeGoal } from '../../backend/models/offline/describe-command.ts';
import { parseCommands } from '../../backend/models/offline/parse-commands.ts';

/** A command in one line: acting ones as the goal they make, the others by kind and arguments. */
function line(command: Command): string {
  if (isAct(command)) return describeCommand(command);
  const { kind, ...rest } = command;
  return Object.keys(rest).length === 0 ? kind : `${kind} ${JSON.stringify(rest)}`;
}
const q = (text: string): string => `question ${JSON.stringify({ text })}`;

/** Utterance, and what it means. */
const TABLE: readonly [string, ...string[]][] = [
  // Opening
  ['open example.com', 'open https://example.com'],
  ['Go to https://example.com/a?b=1#c.', 'open https://example.com/a?b=1#c'],
  ['please visit www.example.org', 'open https://www.example.org'],
  ['take me to localhost:3000/login', 'open http://localhost:3000/login'],
  ['open 127.0.0.1:8080', 'open http://127.0.0.1:8080'],
  ['open example.com in a new tab', 'open https://example.com in a new tab'],
  ['open a new tab with example.com', 'open https://example.com in a new tab'],
  ['https://example.com/path', 'open https://example.com/path'],
  ['example.com', 'open https://example.com'],
  ['open Pricing', 'open "Pricing"'],
  ['open the Pricing page', 'open "Pricing"'],
  ['Could you please go to the "About us" page?', 'open "About us"'],
  ['follow the third link', 'open 3rd link'],
  ['open the "Docs" link in a new tab', 'open link "Docs" in a new tab'],
  ['visit Contact', 'open "Contact"'],
  // History
  ['go back', 'go back'],
  ['back', 'go back'],
  ['go back to the previous page', 'go back'],
  ['please go forward', 'go forward'],
  ['reload', 'reload the page'],
  ['refresh this page', 'reload the page'],
  // Clicking
  ['click Save', 'click "Save"'],
  ['Click on the Save button.', 'click button "Save"'],
  ['press Submit order', 'click "Submit order"'],
  ['tap “Weiter”', 'click "Weiter"'],
  ["click 'Don't show again'", 'click "Don\'t show again"'],
  ['click the second "Select" button', 'click 2nd button "Select"'],
  ['click the last link', 'click last link'],
  ['click "Select" in row TAP', 'click "Select" in "row TAP"'],
  ['click Select in the row TAP 14:05', 'click "Select" in "row TAP 14:05"'],
  ['click Close in the dialog', 'click "Close" in "dialog"'],
  ['click OK in the Cookies dialog', 'click "OK" in "Cookies dialog"'],
  ['click Sign in', 'click "Sign in"'],
  ['click "Edit" next to "Ada"', 'click "Edit" in "Ada"'],
  ['double click the cell "B2"', 'double-click "cell B2"'],
  ['right-click the image "Logo"', 'right-click image "Logo"'],
  ['hit the button labelled "Go"', 'click button "Go"'],
  ['I want you to click the link called "Next"', 'click link "Next"'],
  ['can you click next', 'click "next"'],
  ['push the Start button', 'click button "Start"'],
  ['click #2 button', 'click 2nd button'],
  ['click First name', 'click "First name"'],
  // Typing
  ['type "hello world" into Search', 'type "hello world" into "Search"'],
  ['type hello world into the search box', 'type "hello world" into search box'],
  ['enter ada@example.com in Email', 'type "ada@example.com" into "Email"'],
  ['type "a, b and click c" into Notes', 'type "a, b and click c" into "Notes"'],
  ['type "she said \\"hi\\"" into Notes', 'type “she said "hi"” into "Notes"'],
  ['write «Bonjour» in the Message field', 'type "Bonjour" into field "Message"'],
  ['put 42 in Quantity', 'type "42" into "Quantity"'],
  ['enter Ada as the first name', 'type "Ada" into "first name"'],
  ['type "x"', 'type "x"'],
  ['type hello', 'type "hello"'],
  ['type cats into the search box and press Enter', 'type "cats" into search box', 'press Enter'],
  ['append " and more" to Notes', 'append " and more" to "Notes"'],
  ['type "Paris in spring" in Destination', 'type "Paris in spring" into "Destination"'],
  ['type `npm start` into Terminal', 'type "npm start" into "Terminal"'],
  ['search for red shoes', 'search for "red shoes"'],
  // Setting and choosing
  ['set Country to Germany', 'set "Country" to "Germany"'],
  ['set the date to 2026-12-01', 'set "date" to "2026-12-01"'],
  ['change Volume to 30', 'set "Volume" to "30"'],
  ['set Newsletter to off', 'uncheck "Newsletter"'],
  ['select Germany from Country', 'select "Germany" from "Country"'],
  ['choose "Large" in the Size dropdown', 'select "Large" from dropdown "Size"'],
  ['pick Red and Blue from Colours', 'select "Red", "Blue" from "Colours"'],
  ['select Germany', 'select "Germany"'],
  ['choose the radio button "Express"', 'check radio "Express"'],
  ['choose Express shipping', 'select "Express shipping"'],
  // Checking
  ['check "I agree"', 'check "I agree"'],
  ['tick the Newsletter checkbox', 'check checkbox "Newsletter"'],
  ['uncheck Remember me', 'uncheck "Remember me"'],
  ['untick the first checkbox', 'uncheck 1st checkbox'],
  ['turn on dark mode', 'check "dark mode"'],
  ['turn notifications off', 'uncheck "notifications"'],
  ['enable the Wi-Fi switch', 'check switch "Wi-Fi"'],
  ['clear Search', 'clear "Search"'],
  ['clear the text in the Name field', 'clear field "Name"'],
  // Scrolling
  ['scroll', 'scroll down'],
  ['scroll down', 'scroll down'],
  ['scroll up a bit', 'scroll up 0.5 pages'],
  ['scroll down two pages', 'scroll down 2 pages'],
  ['scroll down 3 times', 'scroll down 3 pages'],
  ['scroll to the bottom', 'scroll down 50 pages'],
  ['scroll all the way down to the end of the page', 'scroll down 50 pages'],
  ['go to the top', 'scroll up 50 pages'],
  ['scroll to Reviews', 'scroll to "Reviews"'],
  ['scroll down until you see "Comments"', 'scroll to "Comments"'],
  ['page down', 'scroll down'],
  // Keys
  ['press Enter', 'press Enter'],
  ['hit the escape key', 'press Escape'],
  ['press Tab', 'press Tab'],
  ['press shift+tab', 'press Shift+Tab'],
  ['press arrow down in the Country list', 'press ArrowDown in "Country list"'],
  ['press ctrl+a', 'press Control+A'],
  ['press Enter in Search', 'press Enter in "Search"'],
  ['press F12', 'refused {"text":"F12","why":"The key F12 reaches the browser itself, so a plan may not press it."}'],
  [
    'press Ctrl+W',
    'refused {"text":"Ctrl+W","why":"The key Ctrl+W reaches the browser itself, so a plan may not press it."}',
  ],
  ['press the "Home" button', 'click button "Home"'],
  // Waiting, pointing, tabs
  ['wait for "Saved"', 'wait for "Saved" to appear'],
  ['wait until Loading disappears', 'wait for "Loading" to disappear'],
  ['wait 2 seconds', 'wait 2000 ms'],
  ['wait 500ms', 'wait 500 ms'],
  ['wait for the page to load', 'wait for the page to load'],
  ['wait for the text Done to appear', 'wait for "Done" to appear'],
  ['hover over Products', 'hover over "Products"'],
  ['move the mouse over the Help icon', 'hover over button "Help"'],
  ['focus the search box', 'focus search box'],
  ['close this tab', 'close the tab'],
  ['switch to the new tab', 'switch to the new tab'],
  ['switch to the Mail tab', 'switch to tab "Mail"'],
  ['submit', 'submit'],
  ['submit the form', 'submit'],
  ['submit the Login form', 'submit "Login"'],
  // Forms
  ['fill in: Name = Ada, Email = a@b.c', 'fill in: "Name" = "Ada", "Email" = "a@b.c"'],
  ['Name: Ada\nEmail: a@b.c', 'fill in: "Name" = "Ada", "Email" = "a@b.c"'],
  [
    'Fill in the form:\nName: Ada Lovelace\nCity: Paris, France\nAgree: yes\nthen submit',
    'fill in: "Name" = "Ada Lovelace", "City" = "Paris, France", "Agree" = "yes"',
    'submit',
  ],
  [
    'fill the form with Name: Ada; Email: a@b.c and then click Send',
    'fill in: "Name" = "Ada", "Email" = "a@b.c"',
    'click "Send"',
  ],
  ['fill in Name with Ada and Email with a@b.c', 'fill in: "Name" = "Ada", "Email" = "a@b.c"'],
  ['fill Name with Ada', 'fill in: "Name" = "Ada"'],
  [
    'please fill this out for me with these values:\n- Website: https://ada.example\n- Notes: "a: b, c"',
    'fill in: "Website" = "https://ada.example", "Notes" = "a: b, c"',
  ],
  // Several
  ['click Next then click Finish', 'click "Next"', 'click "Finish"'],
  ['open Pricing, then scroll down and then click "Buy"', 'open "Pricing"', 'scroll down', 'click "Buy"'],
  ['type "Ada" into Name and click Save', 'type "Ada" into "Name"', 'click "Save"'],
  [
    'type Ada into Name, type Bo into Surname, and press Enter',
    'type "Ada" into "Name"',
    'type "Bo" into "Surname"',
    'press Enter',
  ],
  ['click Terms and conditions', 'click "Terms and conditions"'],
  ['click "Save and close" and go back', 'click "Save and close"', 'go back'],
  ['click A; click B; click C', 'click "A"', 'click "B"', 'click "C"'],
  ['1. click Start\n2. type "x" into Name\n3. submit', 'click "Start"', 'type "x" into "Name"', 'submit'],
  ['Please click Menu. Click Settings.', 'click "Menu"', 'click "Settings"'],
  ['go to example.com and summarize the page', 'open https://example.com', 'summarize'],
  ['click Search and open', 'click "Search and open"'],
  [
    'select Express as Shipping, tick "Gift" and click Continue',
    'select "Express" from "Shipping"',
    'check "Gift"',
    'click "Continue"',
  ],
  // Reading
  ['what is on this page?', 'overview'],
  ["What's here", 'overview'],
  ['describe this page', 'overview'],
  ['list all links', 'list {"what":"links"}'],
  ['show me the headings on this page', 'list {"what":"headings"}'],
  ['what buttons are there?', 'list {"what":"buttons"}'],
  ['which form fields are on this page', 'list {"what":"fields"}'],
  ['list the tables', 'list {"what":"tables"}'],
  ['find "refund"', 'find {"text":"refund"}'],
  ['find refund on this page', 'find {"text":"refund"}'],
  ['search this page for delivery', 'find {"text":"delivery"}'],
  ['search for delivery on this page', 'find {"text":"delivery"}'],
  ['extract the table as CSV', 'table {"format":"csv"}'],
  ['export the second table as JSON', 'table {"format":"json","which":{"ordinal":2}}'],
  ['give me the Prices table as markdown', 'table {"format":"markdown","which":{"name":"Prices"}}'],
  ['extract table 3', 'table {"format":"csv","which":{"ordinal":3}}'],
  ['get the table "Opening hours" to csv', 'table {"format":"csv","which":{"name":"Opening hours"}}'],
  ['summarize', 'summarize'],
  ['summarise this article in three sentences', 'summarize {"sentences":3}'],
  ['can you give me a short summary of this page in 2 sentences please', 'summarize {"sentences":2}'],
  ['tl;dr', 'summarize'],
  ['summarize the part about pricing', 'summarize {"about":"pricing"}'],
  ['what is this page about?', 'summarize {"sentences":3}'],
  ['read the page', 'read'],
  ['Who wrote this?', q('Who wrote this?')],
  ['When does the shop open on Sundays?', q('When does the shop open on Sundays?')],
  ['Is there a refund for late trains?', q('Is there a refund for late trains?')],
  ['tell me when the museum closes', q('when the museum closes')],
  ['How do I open the battery case?', q('How do I open the battery case?')],
  ['can you tell me how much it costs?', q('how much it costs')],
  ['Does the article mention "click Save"?', q('Does the article mention click Save?')],
  ['opening hours', q('opening hours')],
  // Talk
  ['help', 'help'],
  ['what can you do?', 'help'],
  ['who are you?', 'help'],
  ['Hello!', 'greeting'],
  ['thanks a lot', 'thanks'],
  ['translate this page into French', 'beyond {"text":"translate this page into French"}'],
  ['write me a poem about the sea', 'beyond {"text":"write me a poem about the sea"}'],
  ['asdfgh', 'beyond {"text":"asdfgh"}'],
];

describe('the grammar of the offline model', () => {
  it.each(TABLE)('understands: %s', (utterance, ...meaning) => {
    expect(parseCommands(utterance).map(line)).toEqual(meaning);
  });
  it('is tried on at least 120 utterances', () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(120);
  });
  it('reads back every goal that it writes', () => {
    for (const [utterance] of TABLE) {
      const commands = parseCommands(utterance).filter(isAct);
      if (commands.length > 0) expect(parseCommands(describeGoal(commands)), utterance).toEqual(commands);
    }
  });
  it('reads back values with every kind of quote, line breaks and separators', () => {
    for (const text of [
      'a "b" “c” «d»',
      "it's",
      'one; two then click three',
      'first line\nsecond: line',
      '⟦0⟧ x',
      'ends with \\',
      '= : , and',
    ])
      expect(parseCommands(describeGoal([{ kind: 'type', text, target: { name: 'Notes' } }]))).toEqual([
        { kind: 'type', text: text.replace(/[⟦⟧]/g, ' '), target: { name: 'Notes' } },
      ]);
  });
  it('never fails, whatever is typed', () => {
    for (const text of [
      '',
      ' ',
      '?',
      '"',
      '"""',
      "'",
      ';',
      'then',
      'and and and',
      'click',
      'type',
      'fill in:',
      'a: \n b:',
      '⟦99⟧',
      'x'.repeat(20_000),
      'click "'.repeat(500),
      'a and '.repeat(2_000),
      '\u202e\u0000',
    ])
      expect(Array.isArray(parseCommands(text))).toBe(true);
  });
});
