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
 * Whether a link's text already says where it leads, letter by letter: a bare address, or mail to the address shown. A
 * look-alike in other letters is not the same text, and in `bank.com.evil.example` the site is easily missed: then it is
 * shown beside it.
 */
export function showsTarget(text: string, url: URL): boolean {
  const shown = text.trim().toLowerCase();
  if (url.protocol === 'mailto:') return shown !== '' && shown === url.pathname.toLowerCase();
  const before = url.hostname.slice(0, -siteOf(url.href).length).split('.');
  if (before.length > 2) return false;
  return /^(?:https?:\/\/)?([^/?#\s]+)(?:[/?#]\S*)?$/u.exec(shown)?.[1] === url.host;
}

/** The words of a link that is nothing but words; empty for anything else, whose look could differ from its text. */
function textOf(children: ReactNode): string {
  const parts = Array.isArray(children) ? children : [children];
  return parts.every((part) => typeof part === 'string') ? parts.join('') : '';
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
  const site = mail ? url.pathname.slice(0, 80) : siteOf(url.href);
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
      </a>
      {showsTarget(textOf(children), url) ? null : (
        <>
          {' '}
          <bdi className="link-site">{site}</bdi>
        </>
      )}
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
