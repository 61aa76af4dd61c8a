/** The parts of credentials that may be shown, and quoting for a shell. Pure functions. */

export function quote(value: string): string {
  return `'${value.replace(/'/g, `'\\''`)}'`;
}

/** URI query parameters that never contain a secret. */
const nonSecretParams = new Set([
  'application_name',
  'authsource',
  'connect_timeout',
  'connecttimeoutms',
  'heartbeat',
  'replicaset',
  'retrywrites',
  'ssl',
  'sslmode',
  'target_session_attrs',
  'tls',
]);

/** Parses a URI; undefined when its parts are ambiguous, because a secret may then be in any part. */
export function parseUri(uri: string): URL | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isUnambiguous =
    url &&
    url.host !== '' &&
    url.hash === '' &&
    /^[\w./%-]*$/.test(url.pathname) &&
    /^(\?\w+=[^&=]+(&\w+=[^&=]+)*)?$/.test(url.search);
  return isUnambiguous ? url : undefined;
}

export const isNonSecretParam = ([name, value]: [string, string]) =>
  nonSecretParams.has(name.toLowerCase()) && /^[\w.-]*$/.test(value);
