// Acting as another user: allowed names and the request headers.
import { isToken } from './credentials';
import { Impersonation } from './KubeClient';
import { RequestHeaders } from './TransportRequest';

/** HTTP headers carry Latin-1 without line breaks, and Kubernetes decodes no escapes in them. */
const headerSafe = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function checkHeader(what: 'user' | 'group' | 'extra', value: string): void {
  if (!headerSafe.test(value)) {
    throw new Error(
      `The ${what} ${JSON.stringify(
        value,
      )} cannot be impersonated: only printable ASCII without space at its ends is allowed.`,
    );
  }
}

function checkName(what: 'user' | 'group', name: string): void {
  checkHeader(what, name);
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
  const extra = Object.entries(user.extra ?? {}).map(([key, values]) => {
    values.forEach(value => checkHeader('extra', value));
    return [`impersonate-extra-${encodeURIComponent(key)}`, values] as const;
  });
  return {
    'impersonate-user': user.user,
    ...(user.groups.length > 0 && { 'impersonate-group': user.groups }),
    ...Object.fromEntries(extra),
  };
}

/**
 * Headers of a request that is sent as the user: the user's own token, or impersonation.
 * @throws Error as {@link impersonationHeaders}, also beside a token, and for a token that a header cannot carry
 */
export function identityHeaders(user: Impersonation): RequestHeaders {
  const impersonation = impersonationHeaders(user);
  if (user.token === undefined) return impersonation;
  if (isToken(user.token)) return { authorization: `Bearer ${user.token}` };
  throw new Error(
    `The token of the user "${user.user}" holds characters that a token cannot have.`,
  );
}
