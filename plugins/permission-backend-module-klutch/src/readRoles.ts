/** Reads the roles in the configuration, with errors that name the key. */
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import type { Config } from '@backstage/config';
import { roleNames, type KlutchRoles } from './klutchRoles';

const rolesKey = 'klutch.permission.roles';

function readMembers(roles: Config, role: keyof KlutchRoles): string[] {
  return (roles.getOptionalStringArray(role) ?? []).map(text => {
    try {
      return stringifyEntityRef(parseEntityRef(text, { defaultKind: 'group' }));
    } catch (error) {
      throw new Error(
        `Configuration ${rolesKey}.${role}: "${text}" is not an entity ref of a group or user. Write for example group:default/developers.`,
        { cause: error },
      );
    }
  });
}

/**
 * The roles under `klutch.permission.roles`; a role that is not listed has no members.
 *
 * @throws Error without the key, for an unknown role, or for what is no entity ref
 */
export function readRoles(config: Config): KlutchRoles {
  if (!config.has(rolesKey)) {
    throw new Error(
      `Configuration ${rolesKey} is missing. List the groups of ${roleNames.join(', ')} there, or add a policy of your own instead of this module.`,
    );
  }
  const roles = config.getConfig(rolesKey);
  const unknown = roles
    .keys()
    .find(key => !roleNames.some(name => name === key));
  if (unknown !== undefined) {
    throw new Error(
      `Configuration ${rolesKey}: there is no role "${unknown}". Write ${roleNames.join(', ')}.`,
    );
  }
  return {
    developers: readMembers(roles, 'developers'),
    auditors: readMembers(roles, 'auditors'),
    supporters: readMembers(roles, 'supporters'),
    operators: readMembers(roles, 'operators'),
  };
}
