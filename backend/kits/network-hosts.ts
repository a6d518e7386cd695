/** One place that a kit may reach, and the loopback address that its name has inside the container. */
export type NetworkHost = { host: string; port: number; address: string };

const HTTPS = 443;

/** The hosts that a kit.yaml names: `host` is port 443, `host:port` that port. One name is one address. */
export function networkHosts(network: 'none' | readonly string[]): NetworkHost[] {
  if (network === 'none') return [];
  const names: string[] = [];
  const hosts = new Map<string, NetworkHost>();
  for (const named of network) {
    const [host = '', port = HTTPS] = named.split(':');
    if (!names.includes(host)) names.push(host);
    // 127.0.0.1 stays what it is.
    const address = `127.0.0.${names.indexOf(host) + 2}`;
    hosts.set(`${host}:${port}`, { host, port: Number(port), address });
  }
  return [...hosts.values()];
}
