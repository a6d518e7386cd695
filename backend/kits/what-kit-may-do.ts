import type { KitManifest, KitManifestTool } from '@pagehand/contracts/kit-manifest';
import { RISKS } from '@pagehand/contracts/risk-level';
import { networkHosts } from './network-hosts.ts';

/** Every tool that a manifest declares, once by name and path. */
export function declaredTools({ profiles, provide }: KitManifest): KitManifestTool[] {
  const all = [...Object.values(profiles).flatMap(({ tools }) => tools), ...(provide?.tools ?? [])];
  return all.filter(
    ({ name, path }, index) => all.findIndex((other) => other.name === name && other.path === path) === index,
  );
}

/**
 * What a person agrees to by adding a kit: one line each for network, ports, what it asks for, packages, image and risks.
 * Values of the kit are quoted: they are the kit's words, not ours.
 */
export function whatKitMayDo(manifest: KitManifest): string[] {
  const { network, ports, environment, dependencies, image, runtime } = manifest;
  const tools = declaredTools(manifest);
  const ofRisk = (risk: string): string =>
    tools
      .filter((tool) => tool.risk === risk)
      .map(({ name }) => name)
      .join(', ');
  const listed = (names: readonly string[]): string => names.join(', ');
  return [
    network === 'none'
      ? 'Network: none.'
      : `Network: reaches ${listed(networkHosts(network).map(({ host, port }) => `${host}:${port}`))}, and nothing else.`,
    ports.length === 0
      ? 'Ports: none.'
      : `Ports: opens ${listed(ports.map(({ name, port }) => `${port} (${name})`))} on this machine (127.0.0.1) while a call runs.`,
    environment.length === 0
      ? 'Asks for: nothing.'
      : `Asks for: ${listed(environment.map(({ name, secret, required }) => `${name}${secret ? ' (secret)' : ''}${required ? '' : ' (optional)'}`))}.`,
    dependencies.length === 0
      ? 'Packages: none.'
      : `Packages: installs ${listed(dependencies)} and what they need, as locked, in the container.`,
    image === undefined ? `Image: the usual one for ${runtime}.` : `Image: runs in ${image}, which the kit chose.`,
    'Files: reads and writes its own workspace only.',
    ...[...RISKS]
      .reverse()
      .filter((risk) => ofRisk(risk) !== '')
      .map(
        (risk) =>
          `Risk ${risk}${risk === 'high' || risk === 'critical' ? ' (asks before each call)' : ''}: ${ofRisk(risk)}.`,
      ),
  ];
}

/** Lines that are new or gone against what an earlier version may do. */
export function mayDoDifference(before: KitManifest, after: KitManifest): string[] {
  const [old, now] = [whatKitMayDo(before), whatKitMayDo(after)];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}
