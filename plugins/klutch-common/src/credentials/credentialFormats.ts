/** Credentials as environment variables, JSON, URI, command of a client, and the files of servicebinding.io. */
import { clientCommands, type ClientProgram } from './clientCommands';
import type { CredentialField } from './credentialField';
import { isNonSecretParam, parseUri, quote } from './uri';

/** Shown instead of a masked value. @public */
export const credentialMask = '••••••••';

/** A form of credentials for programs. @public */
export type CredentialFormat =
  | 'env'
  | 'clientEnv'
  | 'json'
  | 'uri'
  | ClientProgram
  | 'serviceBinding';

/** The service binding that the credentials belong to. @public */
export interface CredentialOrigin {
  /** Name of the service binding. */
  binding: string;
  /** Type of the service, for example `postgresql`. */
  serviceType: string;
}

function environmentName(prefix: string, key: string): string {
  return `${prefix}_${key}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

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
    ...clientCommands(origin.serviceType, fields),
    serviceBinding: serviceBindingEntries(values, origin),
  };
}
