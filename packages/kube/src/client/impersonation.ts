// Acting as somebody else: which names are allowed, and the headers that say so.
import { Impersonation } from './KubeClient';
import { RequestHeaders } from './TransportRequest';

/** Headers are Latin-1 at best and must not carry line breaks; Kubernetes decodes no escapes in them. */
const headerSafe = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function checkName(what: 'user' | 'group', name: string): void {
  if (!headerSafe.test(name)) {
    throw new Error(
      `The ${what} ${JSON.stringify(
        name,
      )} cannot be impersonated: only printable ASCII without space at its ends is allowed.`,
    );
  }
  if (name.toLowerCase().startsWith('system:')) {
    throw new Error(
      `The ${what} "${name}" cannot be impersonated: names that begin with "system:" belong to Kubernetes. Map people to names of their own.`,
    );
  }
}

/**
 * Headers of a request that acts as somebody else.
 * @throws Error for names that Kubernetes keeps for itself or that no header can carry
 */
export function impersonationHeaders(user: Impersonation): RequestHeaders {
  checkName('user', user.user);
  user.groups.forEach(group => checkName('group', group));
  return {
    'impersonate-user': user.user,
    ...(user.groups.length > 0 && { 'impersonate-group': user.groups }),
  };
}
