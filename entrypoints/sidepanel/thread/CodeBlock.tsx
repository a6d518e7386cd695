import { Check, Copy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';

/** A fenced block, inert whatever its language, with a button that copies it. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const t = useText();
  const block = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(block.current?.textContent ?? '');
    setCopied(true);
  };
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block scrolls, so the keyboard must reach it */}
      <pre ref={block} dir="ltr" tabIndex={0}>
        {children}
      </pre>
      <IconButton label={t(copied ? 'copied' : 'copyCode')} onPress={() => void copy()}>
        {copied ? <Check size={14} /> : <Copy size={14} />}
      </IconButton>
    </div>
  );
}
