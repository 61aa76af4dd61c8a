/**
 * How the client program of each service is started with credentials. Passwords are passed in the environment of the
 * child only: other users can read command lines, and files outlive a crash. Pure functions.
 */

/** How to start a client program. */
export interface ClientStart {
  /** Names of programs, the preferred one first. */
  programs: string[];
  args: string[];
  env: Record<string, string>;
  /** What to install. */
  package: string;
}

type Values = Record<string, string>;

/** Only the variables that have a value. */
const present = (env: Record<string, string | undefined>): Values =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] =>
      Boolean(entry[1]),
    ),
  );

/**
 * The first of several keys that has a value.
 *
 * @throws Error without one: a client would connect to its default, such as a server on this machine
 */
function required(values: Values, ...keys: string[]): string {
  const key = keys.find(each => values[each]);
  if (key !== undefined) return values[key] ?? '';
  throw new Error(
    `The credentials have no ${keys.join(' or ')}, so it is not known where to connect to. See their keys with "get credentials".`,
  );
}

function postgresql(values: Values, caFile?: string): ClientStart {
  const { port, name, database, username, password } = values;
  // The PostgreSQL operator of anynines, a8s, names the Service of the instance.
  const host = required(values, 'host', 'instance_service');
  return {
    programs: ['psql'],
    args: [],
    env: present({
      PGHOST: host,
      PGPORT: port,
      PGDATABASE: database ?? name,
      PGUSER: username,
      PGPASSWORD: password,
      PGSSLMODE: caFile && 'verify-full',
      PGSSLROOTCERT: caFile,
    }),
    package: 'postgresql-client',
  };
}

/** An option with its value; nothing without a value. */
const flag = (name: string, value: string | undefined): string[] =>
  value ? [`--${name}=${value}`] : [];

function mariadb(values: Values, caFile?: string): ClientStart {
  const { port, name, username, password } = values;
  return {
    programs: ['mariadb', 'mysql'],
    args: [
      '--protocol=tcp',
      `--host=${required(values, 'host')}`,
      ...flag('port', port),
      ...flag('user', username),
      ...(caFile ? [`--ssl-ca=${caFile}`, '--ssl-verify-server-cert'] : []),
      ...flag('database', name),
    ],
    env: present({ MYSQL_PWD: password }),
    package: 'mariadb-client',
  };
}

function keyvalue(values: Values, caFile?: string): ClientStart {
  const username = values['valkey.username'];
  const password = values['valkey.password'];
  return {
    programs: ['valkey-cli', 'redis-cli'],
    args: [
      '-h',
      required(values, 'host'),
      '-p',
      values['valkey.port'] ?? '6379',
      ...(username ? ['--user', username] : []),
      ...(caFile ? ['--tls', '--cacert', caFile] : []),
    ],
    // valkey-cli reads the first variable, redis-cli the second one.
    env: present({ VALKEYCLI_AUTH: password, REDISCLI_AUTH: password }),
    package: 'valkey-tools',
  };
}

function mongodb(values: Values, caFile?: string): ClientStart {
  const uri = required(values, 'uri');
  const separator = uri.includes('?') ? '&' : '?';
  const tls = caFile
    ? `${separator}tlsCAFile=${encodeURIComponent(caFile)}`
    : '';
  return {
    programs: ['mongosh'],
    // mongosh has no variable for the password, but its scripts can read one.
    args: [
      '--nodb',
      '--shell',
      '--eval',
      'db = connect(process.env.KLUTCH_MONGODB_URI)',
    ],
    env: { KLUTCH_MONGODB_URI: `${uri}${tls}` },
    package: 'mongodb-mongosh',
  };
}

const starts: Record<string, (values: Values, caFile?: string) => ClientStart> =
  {
    postgresql,
    mariadb,
    keyvalue,
    mongodb,
  };

/**
 * How to start the client of a service.
 *
 * @param caFile - path of a file with the certificate of the server's authority
 * @throws Error for a service without an interactive client, and for credentials that do not say where to connect to
 */
export function clientStart(
  serviceType: string,
  values: Record<string, string>,
  caFile?: string,
): ClientStart {
  const start = Object.hasOwn(starts, serviceType) && starts[serviceType];
  if (!start) {
    throw new Error(
      `"${serviceType}" has no interactive client here; those with one: ${Object.keys(starts).join(', ')}. Use "get credentials" instead.`,
    );
  }
  return start(values, caFile);
}
