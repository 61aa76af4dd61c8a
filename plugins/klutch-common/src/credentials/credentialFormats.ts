/** Credentials as environment variables, JSON, URI, psql command, and the files of servicebinding.io. */
import type { Schemas } from '../client';

/** One value of a Secret with credentials. @public */
export type CredentialField = Schemas['Credentials']['fields'][number];

/** Shown instead of a masked value. @public */
export const credentialMask = '••••••••';

/** A form of credentials for programs. @public */
export type CredentialFormat =
  'env' | 'clientEnv' | 'json' | 'uri' | 'psql' | 'serviceBinding';

/** The service binding that the credentials belong to. @public */
export interface CredentialOrigin {
  /** Name of the service binding. */
  binding: string;
  /** Type of the service, for example `postgresql`. */
  serviceType: string;
}

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
  if (!url) return credentialMask;
  // A user without a password may be a token.
  const user = url.password ? url.username : url.username && credentialMask;
  const password = url.password && `:${credentialMask}`;
  const login = user || password ? `${user}${password}@` : '';
  const query = [...url.searchParams]
    .map(
      entry =>
        `${entry[0]}=${isNonSecretParam(entry) ? entry[1] : credentialMask}`,
    )
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

/** The variables that libpq reads, and the keys of a Secret that have their values. */
const libpqVariables = {
  PGHOST: ['host', 'instance_service'],
  PGPORT: ['port'],
  PGDATABASE: ['database', 'name'],
  PGUSER: ['username'],
  PGPASSWORD: ['password'],
};

function libpqEntries(
  values: ReadonlyMap<string, string>,
  uri: string | undefined,
): [string, string | undefined][] {
  const sslMode = uri && parseUri(uri)?.searchParams.get('sslmode');
  const isKnown = sslMode && isNonSecretParam(['sslmode', sslMode]);
  return [
    ...Object.entries(libpqVariables).map(
      ([name, keys]): [string, string | undefined] => [
        name,
        keys.map(key => values.get(key)).find(Boolean),
      ],
    ),
    ['PGSSLMODE', isKnown ? sslMode : undefined],
  ];
}

/** The files that a projection by servicebinding.io makes of the Secret: its keys, and the type. */
function serviceBindingEntries(
  values: ReadonlyMap<string, string>,
  { binding, serviceType }: CredentialOrigin,
): string {
  return [['type', serviceType], ...values]
    .map(
      ([name, value]) => `$SERVICE_BINDING_ROOT/${binding}/${name}: ${value}`,
    )
    .join('\n');
}

/**
 * The credentials in every format that their fields support.
 *
 * @param shown - whether secret values are included; otherwise secret values are masked
 * @public
 */
export function credentialFormats(
  fields: CredentialField[],
  origin: CredentialOrigin,
  shown: boolean,
): Partial<Record<CredentialFormat, string>> {
  const visible = fields.map(({ key, value, secret }) => ({
    key,
    value: secret && !shown ? credentialMask : value,
  }));
  const uri = fields.find(field => field.key === 'uri')?.value;
  const shownUri = uri && (shown ? uri : maskUri(uri));
  const psql = uri && psqlCommand(uri);
  const values = new Map(visible.map(({ key, value }) => [key, value]));
  const isPostgres = /^postgres/i.test(origin.serviceType);
  const isDatabase =
    isPostgres || /^(mariadb|mongodb)$/i.test(origin.serviceType);
  // The variables that clients and frameworks read by themselves.
  const clientEnv = [
    ...(isPostgres ? libpqEntries(values, uri) : []),
    ['DATABASE_URL', isDatabase ? shownUri : undefined] as const,
  ]
    .flatMap(([name, value]) => (value ? `${name}=${quote(value)}` : []))
    .join('\n');
  return {
    env: visible
      .map(
        ({ key, value }) =>
          `${environmentName(origin.serviceType, key)}=${quote(value)}`,
      )
      .join('\n'),
    ...(clientEnv && { clientEnv }),
    json: JSON.stringify(Object.fromEntries(values), null, 2),
    ...(shownUri && { uri: shownUri }),
    ...(psql && { psql }),
    serviceBinding: serviceBindingEntries(values, origin),
  };
}
