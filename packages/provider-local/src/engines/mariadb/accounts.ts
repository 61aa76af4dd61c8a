/** The databases of a server, its users and their rights. */
import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors';
import { Access, maintenanceUser, query } from './client';
import { bindingUserPattern, systemDatabases } from './names';

const sha1 = (data: string | Buffer) =>
  createHash('sha1').update(data).digest();

/** The server's form of a password, so that no statement contains the password itself. */
export const passwordHash = (password: string) =>
  `*${sha1(sha1(password)).toString('hex').toUpperCase()}`;

const text = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`;
const identifier = (name: string) => `\`${name.replaceAll('`', '``')}\``;
/** In grants, the names of databases are patterns. */
const pattern = (database: string) =>
  identifier(database.replace(/[_%\\]/g, '\\$&'));

/** An account that connects from this machine alone: the provider's. */
const providerAccount = (user: string) => `${text(user)}@'127.0.0.1'`;
const bindingAccount = (user: string) => `${text(user)}@'%'`;

const identified = (password: string) =>
  `IDENTIFIED BY PASSWORD ${text(passwordHash(password))}`;

/** The statements that create the administrator of a new server. */
export const createAdmin = (user: string, password: string): string[] => [
  `CREATE USER ${providerAccount(user)} ${identified(password)}`,
  `GRANT ALL ON *.* TO ${providerAccount(user)} WITH GRANT OPTION`,
];

/** Rights that do not let the data grow. TRUNCATE needs DROP. */
const readAndDelete = [
  ...['SELECT', 'DELETE', 'DROP', 'REFERENCES', 'LOCK TABLES', 'EXECUTE'],
  ...['SHOW VIEW', 'CREATE VIEW', 'CREATE ROUTINE', 'ALTER ROUTINE'],
  ...['EVENT', 'TRIGGER', 'CREATE TEMPORARY TABLES', 'DELETE HISTORY'],
].join(', ');
const writes = 'INSERT, UPDATE, CREATE, ALTER, INDEX';

/** What users of bindings may do. */
export interface Rights {
  /** Databases that must exist, with the default one. */
  databases: readonly string[];
  /** The quota is exhausted: users can read and delete. */
  readOnly: boolean;
  performanceSchema: boolean;
}

const notSystem = (column: string) =>
  `${column} NOT IN (${systemDatabases.map(text).join(', ')})`;

/** The databases of users, the default one included. */
export async function userDatabases(access: Access): Promise<string[]> {
  const rows = await query(access, [
    `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE ${notSystem('SCHEMA_NAME')} ORDER BY 1`,
  ]);
  return rows.map(([name = '']) => name);
}

/** A user of a binding. `locked` are those of deleted bindings that are still named by views, routines or events. */
export interface BindingUser {
  name: string;
  locked: boolean;
}

export async function bindingUsers(access: Access): Promise<BindingUser[]> {
  const rows = await query(access, [
    `SELECT User, JSON_VALUE(Priv, '$.account_locked') IS TRUE FROM mysql.global_priv WHERE User REGEXP ${text(bindingUserPattern)}`,
  ]);
  return rows.map(([name = '', locked]) => ({ name, locked: locked === '1' }));
}

function grants(user: string, databases: string[], rights: Rights): string[] {
  const account = bindingAccount(user);
  return databases.flatMap(database => {
    const on = `ON ${pattern(database)}.*`;
    return [
      `GRANT ${readAndDelete} ${on} TO ${account}`,
      rights.readOnly
        ? `REVOKE ${writes} ${on} FROM ${account}`
        : `GRANT ${writes} ${on} TO ${account}`,
    ];
  });
}

async function grantPerformanceSchema(
  access: Access,
  users: string[],
  { performanceSchema }: Rights,
): Promise<string[]> {
  const rows = await query(access, [
    `SELECT User FROM mysql.db WHERE Db = 'performance_schema'`,
  ]);
  const granted = new Set(rows.map(([user]) => user));
  return users
    .filter(user => granted.has(user) !== performanceSchema)
    .map(user =>
      performanceSchema
        ? `GRANT SELECT ON performance_schema.* TO ${bindingAccount(user)}`
        : `REVOKE SELECT ON performance_schema.* FROM ${bindingAccount(user)}`,
    );
}

/** Creates databases, the maintenance user, and sets the rights of all users. Idempotent. */
export async function prepareServer(
  access: Access,
  rights: Rights,
  maintenancePassword: string,
): Promise<void> {
  const maintenance = providerAccount(maintenanceUser);
  const existing = await userDatabases(access);
  const databases = [...new Set([...rights.databases, ...existing])];
  const users = (await bindingUsers(access)).map(({ name }) => name);
  await query(access, [
    ...rights.databases.map(
      name => `CREATE DATABASE IF NOT EXISTS ${identifier(name)}`,
    ),
    `CREATE USER IF NOT EXISTS ${maintenance} ${identified(maintenancePassword)}`,
    // Dumps name the users who defined views, and mysql.proc has the routines.
    `GRANT SET USER ON *.* TO ${maintenance}`,
    `GRANT SELECT ON mysql.proc TO ${maintenance}`,
    ...databases.map(
      name => `GRANT ALL ON ${pattern(name)}.* TO ${maintenance}`,
    ),
    ...users.flatMap(user => grants(user, databases, rights)),
    ...(await grantPerformanceSchema(access, users, rights)),
  ]);
}

/** Creates a user, or unlocks and changes an existing one. `password` undefined: the user cannot log in. */
const ensureUser = (user: string, password: string | undefined): string[] => {
  const account = bindingAccount(user);
  return password === undefined
    ? [`CREATE USER IF NOT EXISTS ${account} ACCOUNT LOCK`]
    : [
        `CREATE USER IF NOT EXISTS ${account} ${identified(password)}`,
        `ALTER USER ${account} ${identified(password)} ACCOUNT UNLOCK`,
      ];
};

/** Creates the user of a binding with all rights on all databases. Idempotent. */
export async function createBindingUser(
  access: Access,
  user: string,
  password: string,
  rights: Rights,
): Promise<void> {
  const databases = await userDatabases(access);
  await query(access, [
    ...ensureUser(user, password),
    ...grants(user, databases, rights),
  ]);
  const more = await grantPerformanceSchema(access, [user], rights);
  if (more.length > 0) await query(access, more);
}

/** Creates users without rights, as `passwordOf` and their locks say. */
export async function copyUsers(
  access: Access,
  users: BindingUser[],
  passwordOf: (user: string) => string,
): Promise<void> {
  await query(
    access,
    users.flatMap(({ name, locked }) =>
      ensureUser(name, locked ? undefined : passwordOf(name)),
    ),
  );
}

const definersOf = ([table, schema]: readonly [string, string]) =>
  `SELECT DEFINER FROM information_schema.${table} WHERE ${notSystem(schema)}`;
/** Statement whose rows are the accounts that views, routines, triggers and events of users act as. */
const definers = (
  [
    ['VIEWS', 'TABLE_SCHEMA'],
    ['ROUTINES', 'ROUTINE_SCHEMA'],
    ['TRIGGERS', 'TRIGGER_SCHEMA'],
    ['EVENTS', 'EVENT_SCHEMA'],
  ] as const
)
  .map(definersOf)
  .join(' UNION ');

/**
 * Creates the users that the objects of a restored dump act as, locked, when their bindings were deleted since. Throws
 * ServiceError when an object would act as another user, such as the administrator.
 */
export async function createDefiners(access: Access): Promise<void> {
  const accounts = (await query(access, [definers])).map(
    ([account = '']) => account,
  );
  const users = accounts.map(account => account.replace(/@%$/, ''));
  const foreign = users.find(
    user => !new RegExp(bindingUserPattern).test(user),
  );
  if (foreign !== undefined) {
    throw new ServiceError(
      `The restore failed: the backup has views or routines of the user ${foreign}, who is not the user of a service binding.`,
      { retry: false },
    );
  }
  await query(
    access,
    users.flatMap(user => ensureUser(user, undefined)),
  );
}

/**
 * Ends the sessions of a binding's user, and removes the user. When views, routines, triggers or events act as this
 * user, they would fail without the user, who is locked instead. Idempotent.
 */
export async function dropBindingUser(
  access: Access,
  user: string,
): Promise<void> {
  const users = await bindingUsers(access);
  if (!users.some(({ name }) => name === user)) return;
  const account = bindingAccount(user);
  const rows = await query(access, [
    `ALTER USER ${account} ACCOUNT LOCK`,
    `KILL USER ${account}`,
    definers,
  ]);
  if (rows.some(([definer]) => definer === `${user}@%`)) return;
  await query(access, [`DROP USER IF EXISTS ${account}`]);
}

/** Ends the sessions of all bindings: sessions keep the rights on their current database until they select it again. */
export async function endSessions(access: Access): Promise<void> {
  const users = await bindingUsers(access);
  await query(
    access,
    users.map(({ name }) => `KILL USER ${bindingAccount(name)}`),
  );
}
