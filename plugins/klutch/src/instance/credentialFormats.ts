/** Credentials as environment variables, JSON, URI and psql command. */
import type { CredentialField } from '../api/types';

/** Shown instead of a masked value. */
export const mask = '••••••••';

export type CredentialFormat = 'env' | 'json' | 'uri' | 'psql';

function quote(value: string): string {
  return `'${value.replace(/'/g, `'\\''`)}'`;
}

function environmentName(prefix: string, key: string): string {
  return `${prefix}_${key}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** URI query parameters that never contain a secret. */
const nonSecretParams = new Set([
  'application_name',
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
function parseUri(uri: string): URL | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isUnambiguous =
    url &&
    url.host !== '' &&
    url.hash === '' &&
    /^[\w./%-]*$/.test(url.pathname) &&
    /^(\?\w+=[^&=]+(&\w+=[^&=]+)*)?$/.test(url.search);
  return isUnambiguous ? url : undefined;
}

const isNonSecretParam = ([name, value]: [string, string]) =>
  nonSecretParams.has(name.toLowerCase()) && /^[\w.-]*$/.test(value);

/** `scheme://user:••••@host/db?sslmode=require&other=••••`; only the mask when the URI is ambiguous. */
function maskUri(uri: string): string {
  const url = parseUri(uri);
  if (!url) return mask;
  // A user without a password may be a token.
  const user = url.password ? url.username : url.username && mask;
  const password = url.password && `:${mask}`;
  const login = user || password ? `${user}${password}@` : '';
  const query = [...url.searchParams]
    .map(entry => `${entry[0]}=${isNonSecretParam(entry) ? entry[1] : mask}`)
    .join('&');
  return `${url.protocol}//${login}${url.host}${url.pathname}${query && `?${query}`}`;
}

/** The psql command without secrets, because other users can read command lines and the shell's history keeps them. */
function psqlCommand(uri: string): string | undefined {
  const url = parseUri(uri);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  const query = [...url.searchParams]
    .filter(isNonSecretParam)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const user = url.password && `${url.username}@`;
  return `psql ${quote(`${url.protocol}//${user}${url.host}${url.pathname}${query && `?${query}`}`)}`;
}

/**
 * The credentials in every format that their fields support.
 *
 * @param serviceType - type of the service, for example `postgresql`; prefix of the environment variables
 * @param shown - whether secret values are included; otherwise secret values are masked
 */
export function credentialFormats(
  fields: CredentialField[],
  serviceType: string,
  shown: boolean,
): Partial<Record<CredentialFormat, string>> {
  const visible = fields.map(({ key, value, secret }) => ({
    key,
    value: secret && !shown ? mask : value,
  }));
  const uri = fields.find(field => field.key === 'uri')?.value;
  const shownUri = uri && (shown ? uri : maskUri(uri));
  const psql = uri && psqlCommand(uri);
  return {
    env: visible
      .map(
        ({ key, value }) =>
          `${environmentName(serviceType, key)}=${quote(value)}`,
      )
      .join('\n'),
    json: JSON.stringify(
      Object.fromEntries(visible.map(({ key, value }) => [key, value])),
      null,
      2,
    ),
    ...(shownUri && { uri: shownUri }),
    ...(psql && { psql }),
  };
}
