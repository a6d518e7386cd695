import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { IconButton } from './Button.tsx';

/** A screen beside the thread, with the way back. */
export function Page({ title, children, back = true }: { title: string; children: ReactNode; back?: boolean }) {
  const t = useText();
  const { actions } = useActions();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page">
      <header className="header">
        {back ? (
          <IconButton label={t('backToThread')} onPress={() => actions.show('thread')}>
            <ArrowLeft size={18} className="mirror" />
          </IconButton>
        ) : null}
        <h1 className="header-title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <main className="page-body">{children}</main>
    </div>
  );
}
