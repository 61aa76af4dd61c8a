/** Reads the configuration under `klutch.identity`: who people are on clusters. */
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import type { Config } from '@backstage/config';
import type { IdentityMapping } from '../identity/kubernetesIdentity';
import { configError } from './configError';

/** The name of a Kubernetes user or group, or the beginning of such names. */
function readName(config: Config, key: string, defaultName: string): string {
  const name = config.getOptionalString(key) ?? defaultName;
  if (!/^[\x21-\x7e]+$/.test(name) || /^system:/i.test(name)) {
    throw configError(
      key,
      `"${name}" cannot be used. It must be printable ASCII and must not begin with "system:", which is reserved for Kubernetes.`,
    );
  }
  return name;
}

function readGroups(config: Config): ReadonlySet<string> | undefined {
  const key = 'klutch.identity.groups';
  const refs = config.getOptionalStringArray(key);
  return (
    refs &&
    new Set(
      refs.map(ref => {
        try {
          return stringifyEntityRef(
            parseEntityRef(ref, {
              defaultKind: 'group',
              defaultNamespace: 'default',
            }),
          );
        } catch (error) {
          throw configError(
            key,
            `"${ref}" is not an entity ref of a group.`,
            error,
          );
        }
      }),
    )
  );
}

/** Undefined: a user for each person. */
function readCommonUser(
  config: Config,
  userPrefix: string,
): string | undefined {
  const key = 'klutch.identity.commonUser';
  const strategyKey = 'klutch.identity.strategy';
  const strategy = config.getOptionalString(strategyKey) ?? 'impersonation';
  switch (strategy) {
    case 'groups':
      return readName(config, key, `${userPrefix}portal-user`);
    case 'impersonation':
      if (!config.has(key)) return undefined;
      throw configError(key, `set ${strategyKey}: groups, too, or remove it.`);
    default:
      throw configError(strategyKey, 'write impersonation or groups.');
  }
}

/** @throws Error that names the invalid key */
export function readIdentity(config: Config): IdentityMapping {
  const userPrefix = readName(config, 'klutch.identity.userPrefix', 'klutch:');
  return {
    userPrefix,
    groupPrefix: readName(config, 'klutch.identity.groupPrefix', 'klutch:'),
    groups: readGroups(config),
    commonUser: readCommonUser(config, userPrefix),
  };
}
