import { getDomain, getHostname } from 'tldts';
import { Value } from '../plan/Value.tsx';
import { useText } from '../texts/text.ts';

/**
 * The registrable domain of a URL as people should judge it: `bank.co.uk`, the whole host where there is none
 * (an address, `localhost`). Punycode stays punycode: a look-alike shows what it is.
 */
export function siteOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? getHostname(hostname) ?? hostname;
}

/** A URL whole, its site set off from the rest. */
export function SiteOfUrl({ url }: { url: string }) {
  const t = useText();
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) return <Value text={url} />;
  const site = siteOf(url);
  const rest = `${parsed.pathname}${parsed.search}${parsed.hash}`;
  return (
    <span className="url" title={t('wholeAddress', { url: parsed.href })}>
      <bdi className="url-host">
        {parsed.protocol === 'https:' ? '' : `${parsed.protocol}//`}
        {parsed.host.slice(0, parsed.host.lastIndexOf(site))}
        <strong>{site}</strong>
        {parsed.port === '' ? '' : `:${parsed.port}`}
      </bdi>
      {rest === '/' ? '' : <bdi className="url-rest">{rest}</bdi>}
    </span>
  );
}
