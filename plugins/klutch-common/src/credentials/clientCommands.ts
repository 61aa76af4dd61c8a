/**
 * The command that opens a service's client. The client asks for the password: other users can read command lines, and
 * the shell's history keeps them. Pure functions.
 */
import type { CredentialField } from './credentialField';
import { isNonSecretParam, parseUri, quote } from './uri';

/** A client with a command. @public */
export type ClientProgram = 'psql' | 'mariadb' | 'mongosh' | 'valkey-cli';

/** The values of a Secret that are no secrets, and its URI, which contains one. */
interface Connection {
  values: Record<string, string | undefined>;
  uri?: string;
}

/** The file that the user saves the certificate of the server's authority as. */
const caFile = 'ca.crt';

/** `?sslmode=require`, without parameters that may be secret. */
const queryOf = (params: Iterable<[string, string]>): string => {
  const query = [...params]
    .filter(isNonSecretParam)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return query && `?${query}`;
};

function psql({ uri }: Connection): string[] | undefined {
  const url = uri && parseUri(uri);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined;
  const user = url.password && `${url.username}@`;
  const query = queryOf(url.searchParams);
  return [`${url.protocol}//${user}${url.host}${url.pathname}${query}`];
}

function mariadb({ values }: Connection): string[] | undefined {
  const { host, port, name, username, cacrt } = values;
  if (!host || !username) return undefined;
  return [
    '--protocol=tcp',
    `--host=${host}`,
    ...(port ? [`--port=${port}`] : []),
    `--user=${username}`,
    // Without a value, the client asks for the password.
    '--password',
    ...(cacrt ? [`--ssl-ca=${caFile}`, '--ssl-verify-server-cert'] : []),
    ...(name ? [`--database=${name}`] : []),
  ];
}

function mongosh({ values, uri = '' }: Connection): string[] | undefined {
  const { default_database: database = '', username, cacrt } = values;
  const hosts = /^\[?([\w.:-]+(?:, ?[\w.:-]+)*)\]?$/.exec(values.hosts ?? '');
  if (!hosts?.[1] || !username) return undefined;
  // A query is only what consists of parameters up to the end; anything else may be a part of the password.
  const query = /\?(\w+=[\w.-]*(?:&\w+=[\w.-]*)*)$/.exec(uri)?.[1];
  const address = `${encodeURIComponent(username)}@${hosts[1].replaceAll(' ', '')}`;
  return [
    `mongodb://${address}/${encodeURIComponent(database)}${queryOf(new URLSearchParams(query))}`,
    ...(cacrt ? ['--tls', '--tlsCAFile', caFile] : []),
  ];
}

function valkeyCli({ values }: Connection): string[] | undefined {
  const { host, cacrt } = values;
  const username = values['valkey.username'];
  if (!host) return undefined;
  return [
    ...['-h', host],
    ...['-p', values['valkey.port'] ?? '6379'],
    ...(username ? ['--user', username] : []),
    '--askpass',
    ...(cacrt ? ['--tls', '--cacert', caFile] : []),
  ];
}

const clients = {
  postgresql: ['psql', psql],
  mariadb: ['mariadb', mariadb],
  mongodb: ['mongosh', mongosh],
  keyvalue: ['valkey-cli', valkeyCli],
} as const;

/** Words that every shell takes as they are. */
const isPlain = (word: string) => /^[\w.:=/-]+$/.test(word);

/**
 * The command of the service's client by its name; empty for a service without one here, and while the credentials
 * lack what the command needs.
 */
export function clientCommands(
  serviceType: string,
  fields: readonly CredentialField[],
): Partial<Record<ClientProgram, string>> {
  const type = serviceType.toLowerCase();
  if (!Object.hasOwn(clients, type)) return {};
  const [program, argsOf] = clients[type as keyof typeof clients];
  const args = argsOf({
    values: Object.fromEntries(
      fields
        .filter(({ secret }) => !secret)
        .map(({ key, value }) => [key, value]),
    ),
    uri: fields.find(({ key }) => key === 'uri')?.value,
  });
  if (!args) return {};
  const words = args.map(word => (isPlain(word) ? word : quote(word)));
  return { [program]: [program, ...words].join(' ') };
}
