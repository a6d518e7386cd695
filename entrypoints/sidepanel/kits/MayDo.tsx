import { useText } from '../texts/text.ts';

/** What a kit may do beyond its own workspace, in plain words. */
export function MayDo(props: {
  network: 'none' | readonly string[];
  ports: readonly number[];
  secrets: readonly string[];
  packages?: readonly string[];
}) {
  const t = useText();
  const { network, ports, secrets, packages = [] } = props;
  return (
    <ul className="may-do">
      <li>{network === 'none' ? t('kitNoNetwork') : t('kitNetwork', { hosts: network.join(', ') })}</li>
      {ports.length === 0 ? null : <li>{t('kitPorts', { ports: ports.join(', ') })}</li>}
      {secrets.length === 0 ? null : <li>{t('kitSecrets', { names: secrets.join(', ') })}</li>}
      {packages.length === 0 ? null : <li>{t('kitPackages', { names: packages.join(', ') })}</li>}
      <li>{t('kitWorkspaceOnly')}</li>
    </ul>
  );
}
