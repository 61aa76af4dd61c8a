/** Reads who is notified of app clusters. Pure function. */
import type { Config } from '@backstage/config';
import { configError } from './configError';
import { userOrGroupRefOf } from '../claimApis/entityRef';

/**
 * Entity refs of users and groups: `klutch.notifications.operators`, by default the role `operators` of the permission
 * module.
 *
 * @throws Error that names the key, for what is no user or group
 */
export function readOperators(config: Config): string[] {
  const own = 'klutch.notifications.operators';
  const key = config.has(own) ? own : 'klutch.permission.roles.operators';
  return (config.getOptionalStringArray(key) ?? []).map(text => {
    const ref = userOrGroupRefOf(text);
    if (ref) return ref;
    throw configError(
      key,
      `"${text}" is not an entity ref of a group or user. Write for example group:default/operators.`,
    );
  });
}
