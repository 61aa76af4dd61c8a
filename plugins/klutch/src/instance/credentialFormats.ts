/** Credentials in the formats that applications and people use. */
import type { CredentialField } from '../api/types';

/** Stands for a value that is not shown. */
export const mask = '••••••••';

export type CredentialFormat = 'env' | 'json' | 'uri' | 'psql';

function quote(value: string): string {
  return `'${value.replace(/'/g, `'\\''`)}'`;
}

function environmentName(prefix: string, key: string): string {
  return `${prefix}_${key}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** Query parameters of URIs that hold no secret. */
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

/** A URI whose parts are where they should be; undefined for anything else, where a secret may stand anywhere. */
function parseUri(uri: string): URL | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const isClear =
    url &&
    url.host !== '' &&
    url.hash === '' &&
    /^[\w./%-]*$/.test(url.pathname) &&
    /^(\?\w+=[^&=]+(&\w+=[^&=]+)*)?$/.test(url.search);
  return isClear ? url : undefined;
}

const isNonSecretParam = ([name, value]: [string, string]) =>
  nonSecretParams.has(name.toLowerCase()) && /^[\w.-]*$/.test(value);

/** `scheme://user:••••@host/db?sslmode=require&other=••••`, or nothing but the mask where that cannot be told. */
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

/** The command without a secret: what is in a command line can be read by others, and stays in the shell's history. */
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
 * The credentials in every format that they support.
 *
 * @param serviceType - what the service is, for example `postgresql`; becomes the start of the variables' names
 * @param shown - whether secret values are written out
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
