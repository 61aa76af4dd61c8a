// Impersonation: allowed names and the request headers.
import { Impersonation } from './KubeClient';
import { RequestHeaders } from './TransportRequest';

/** HTTP headers carry Latin-1 without line breaks, and Kubernetes decodes no escapes in them. */
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
      `The ${what} "${name}" cannot be impersonated: Kubernetes reserves names that start with "system:". Map users to other names.`,
    );
  }
}

/**
 * Impersonation headers of a request.
 * @throws Error for names that Kubernetes reserves or that a header cannot carry
 */
export function impersonationHeaders(user: Impersonation): RequestHeaders {
  checkName('user', user.user);
  user.groups.forEach(group => checkName('group', group));
  return {
    'impersonate-user': user.user,
    ...(user.groups.length > 0 && { 'impersonate-group': user.groups }),
  };
}
