import { AppError } from '@pagehand/contracts/errors';
import type { KitManifest } from '@pagehand/contracts/kit-manifest';
import type { KitModule } from '@pagehand/contracts/kit-module';
import { SHORTEST_SECRET } from '../mask-secrets.ts';
import type { KitModuleRecord, Store } from '../store/store.ts';

type Secrets = Store['secrets'];
type Variables = KitManifest['environment'];

const secretName = (moduleId: string, variable: string): string => `kit ${moduleId} ${variable}`;

/**
 * The values of a module's secrets, and the lines of those that have several (a key in PEM): what it must not repeat.
 */
export function secretValues(moduleId: string, variables: Variables, secrets: Secrets): string[] {
  return variables.flatMap(({ name, secret }) => {
    const value = secret ? secrets.get(secretName(moduleId, name)) : undefined;
    return value === undefined
      ? []
      : [value, value.trim(), ...value.split(/\r?\n/).filter((line) => !PEM_FRAME.test(line))];
  });
}

/** Stands in every key, and is no secret. */
const PEM_FRAME = /^-----/;

/** The variables of a module as the panel shows them: a secret only says whether it is there. */
export function shownEnvironment(
  record: KitModuleRecord,
  variables: Variables,
  secrets: Secrets,
): KitModule['environment'] {
  return variables.map(({ name, description, required, secret, default: preset }) => {
    const value = secret ? undefined : (record.values[name] ?? preset);
    const set = secret ? secrets.get(secretName(record.moduleId, name)) !== undefined : value !== undefined;
    return { name, description, required, secret, set, ...(value === undefined ? {} : { value }) };
  });
}

/** What a container of the module gets. @throws AppError `tool-unavailable` that names what is missing. */
export function moduleEnvironment(
  record: KitModuleRecord,
  variables: Variables,
  secrets: Secrets,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { name, required, secret, default: preset } of variables) {
    const value = secret ? secrets.get(secretName(record.moduleId, name)) : (record.values[name] ?? preset);
    if (value !== undefined) environment[name] = value;
    else if (required)
      throw new AppError('tool-unavailable', `The module ${record.moduleId} needs a value for ${name}.`);
  }
  return environment;
}

/**
 * The record with these values; secrets go to the encrypted store and never into the record.
 * @throws AppError `bad-request` for a variable that the kit does not declare, and for a secret that is too short.
 */
export function withValues(
  record: KitModuleRecord,
  variables: Variables,
  values: Readonly<Record<string, string | null>>,
  secrets: Secrets,
): KitModuleRecord {
  const kept = { ...record.values };
  for (const name of Object.keys(values))
    if (!variables.some((variable) => variable.name === name))
      throw new AppError('bad-request', `The kit has no variable ${name.slice(0, 80)}.`);
  for (const { name, secret } of variables) {
    const value = values[name];
    if (value === undefined) continue;
    if (secret && value !== null && value.length < SHORTEST_SECRET)
      throw new AppError(
        'bad-request',
        `${name} is a secret of fewer than ${SHORTEST_SECRET} characters: that cannot be kept out of what a kit says. Give a longer one.`,
      );
    if (secret) secrets.set(secretName(record.moduleId, name), value);
    else if (value === null) delete kept[name];
    else kept[name] = value;
  }
  return { ...record, values: kept };
}

export function forgetSecrets(moduleId: string, variables: Variables, secrets: Secrets): void {
  for (const { name, secret } of variables) if (secret) secrets.set(secretName(moduleId, name), null);
}
