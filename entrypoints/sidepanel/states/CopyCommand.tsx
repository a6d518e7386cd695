import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../texts/text.ts';
import { IconButton } from '../ui/Button.tsx';

/** A command for the terminal, with a button that copies it. */
export function CopyCommand({ command }: { command: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  return (
    <span className="command" dir="ltr">
      <code>{command}</code>
      <IconButton
        label={t(copied ? 'copied' : 'copyCommand')}
        onPress={() => void navigator.clipboard.writeText(command).then(() => setCopied(true))}
      >
        {copied ? <Check size={14} /> : <Copy size={14} />}
      </IconButton>
    </span>
  );
}
