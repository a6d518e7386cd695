import { useText } from '../texts/text.ts';

/** Lines of a unified diff that are there for programs; the path stands over the file's part. */
const FOR_PROGRAMS = /^(?:index |--- |\+\+\+ |similarity |old mode |new mode |new file |deleted file |rename )/u;
const FILE = /^diff --git a\/.+ b\/(.+)$/u;

type Line = { kind: 'file' | 'place' | 'added' | 'removed' | 'same'; text: string };

/** A unified diff as lines to look at; the head of a file becomes its path. */
function linesOf(diff: string): Line[] {
  let inHead = false;
  return diff
    .replace(/\n$/u, '')
    .split('\n')
    .flatMap((text): Line[] => {
      const path = FILE.exec(text)?.[1];
      if (path !== undefined) {
        inHead = true;
        return [{ kind: 'file', text: path }];
      }
      if (text.startsWith('@@')) {
        inHead = false;
        return [{ kind: 'place', text: text.replace(/^@@ | @@.*$/gu, '') }];
      }
      if (inHead && FOR_PROGRAMS.test(text)) return [];
      const kind = text.startsWith('+') ? 'added' : text.startsWith('-') ? 'removed' : 'same';
      return [{ kind, text }];
    });
}

/** A difference: what came and what went is told by sign and colour, each file under its path. */
export function DiffView({ diff }: { diff: string }) {
  const t = useText();
  return (
    <section
      className="diff"
      dir="ltr"
      aria-label={t('diffLabel')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
    >
      {linesOf(diff).map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <span key={index} className={`diff-line diff-${kind}`}>
          {text}
          {'\n'}
        </span>
      ))}
    </section>
  );
}
