import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import { harden } from 'rehype-harden';
import remarkGfm from 'remark-gfm';
import remend from 'remend';
import { useText } from '../texts/text.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { hardenTree } from './harden-tree.ts';
import { Link } from './link.tsx';

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => <WideTable>{children}</WideTable>,
};

function WideTable({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so the keyboard must reach it
    <section className="table-scroll" tabIndex={0} aria-label={t('tableLabel')}>
      <table>{children}</table>
    </section>
  );
}

/**
 * Markdown of a model or a page: no raw HTML, no media, no address of its own choosing. While it streams, half-written
 * marks are healed; an unfinished link or image is its text.
 */
export const Markdown = memo(function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const t = useText();
  const shown = useDeferredValue(text);
  const plugins = useMemo(
    (): Options['rehypePlugins'] => [
      [hardenTree, { imageText: (alt: string) => (alt === '' ? t('imageLeftOut') : t('imageLeftOutNamed', { alt })) }],
      [
        harden,
        {
          allowedLinkPrefixes: ['*'],
          allowedImagePrefixes: [],
          allowedProtocols: ['mailto:'],
          linkBlockPolicy: 'text-only',
          imageBlockPolicy: 'remove',
        },
      ],
    ],
    [t],
  );
  return (
    <div className="markdown" dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins ?? []} components={COMPONENTS}>
        {streaming ? remend(shown, { linkMode: 'text-only', images: false }) : shown}
      </ReactMarkdown>
    </div>
  );
});
