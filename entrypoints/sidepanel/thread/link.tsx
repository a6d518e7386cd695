import { type MouseEvent, type ReactNode, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { siteOf } from './site.tsx';

/** A safe address: http, https, or mail. Everything else is no link. */
export function safeHref(href: string | undefined): URL | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === 'mailto:') return url;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/**
 * A link of an answer: its text, and the site it really leads to. It opens in a new tab, and only by a click of the
 * person; mail is asked about first, as it could carry text away.
 */
export function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  const t = useText();
  const { services } = useActions();
  const [asking, setAsking] = useState(false);
  const url = safeHref(href);
  if (!url) return <span className="no-link">{children}</span>;
  const mail = url.protocol === 'mailto:';
  const open = (event: MouseEvent) => {
    event.preventDefault();
    if (!event.nativeEvent.isTrusted) return;
    if (mail) setAsking(true);
    else services.openLink(url.href);
  };
  return (
    <>
      <a href={url.href} onClick={open} onAuxClick={open} rel="noreferrer noopener" title={url.href} draggable={false}>
        {children}
      </a>{' '}
      <bdi className="link-site">{mail ? url.pathname.slice(0, 80) : siteOf(url.href)}</bdi>
      {asking ? (
        <span className="ask-mail" role="alert">
          <span>{t('mailAsk', { address: url.href })}</span>
          <Button onPress={() => services.openLink(url.href)}>{t('openMail')}</Button>
          <Button onPress={() => setAsking(false)}>{t('cancel')}</Button>
        </span>
      ) : null}
    </>
  );
}
