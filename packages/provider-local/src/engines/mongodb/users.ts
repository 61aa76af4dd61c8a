/**
 * The users that FerretDB finds in its collection `admin.system.users`. Here the collection is a view of PostgreSQL's
 * roles, for three reasons: clients of FerretDB can do everything that its PostgreSQL user can do, and so they cannot
 * create or change users; PostgreSQL derives the same SCRAM-SHA-256 keys as MongoDB; and roles survive a restore.
 */
import { randomUUID } from 'node:crypto';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { AdminAccess, withAdmin } from '../postgresql/server/admin';

/** The schema in which FerretDB stores the database `admin`. */
export const usersSchema = 'admin';
/** FerretDB's table with the collections of a database. */
export const metadataTable = '_ferretdb_database_metadata';

const string = { t: 'string' };
const number = { t: 'int' };
const long = { t: 'long' };
const emptyArray = { t: 'array', i: [] };

/** FerretDB's description of a document: types and order of the fields. */
const describe = (fields: Record<string, unknown>) => ({
  p: fields,
  $k: Object.keys(fields),
});
const object = (fields: Record<string, unknown>) => ({
  t: 'object',
  $s: describe(fields),
});

const userDescription = describe({
  _id: string,
  credentials: object({
    'SCRAM-SHA-256': object({
      iterationCount: number,
      salt: string,
      storedKey: string,
      serverKey: string,
    }),
  }),
  user: string,
  db: string,
  roles: emptyArray,
});

const collection = () => ({
  $s: describe({
    _id: string,
    uuid: string,
    table: string,
    indexes: emptyArray,
    cappedSize: long,
    cappedDocs: long,
  }),
  _id: 'system.users',
  uuid: randomUUID(),
  table: 'system_users',
  indexes: [],
  cappedSize: 0,
  cappedDocs: 0,
});

/**
 * Creates the collection in the PostgreSQL database `target`, in place of an existing one. FerretDB reads the list of
 * collections when it starts.
 *
 * @param userDatabase - the database, in MongoDB's sense, to which the users belong
 * @param reader - the role of FerretDB
 */
export async function createUsersCollection(
  access: AdminAccess,
  target: string,
  { userDatabase, reader }: { userDatabase: string; reader: string },
): Promise<void> {
  const schema = escapeIdentifier(usersSchema);
  const json = (value: object) =>
    `${escapeLiteral(JSON.stringify(value))}::jsonb`;
  const database = escapeLiteral(userDatabase);
  await withAdmin(access, target, admin =>
    // One message is one transaction.
    admin.sql(
      `DROP SCHEMA IF EXISTS ${schema} CASCADE;
       CREATE SCHEMA ${schema};
       CREATE TABLE ${schema}.${metadataTable} (_jsonb jsonb);
       INSERT INTO ${schema}.${metadataTable} VALUES (${json(collection())});
       CREATE VIEW ${schema}.system_users AS
         SELECT jsonb_build_object(
           '$s', ${json(userDescription)},
           '_id', ${database} || '.' || rolname,
           'credentials', jsonb_build_object('SCRAM-SHA-256', jsonb_build_object(
             'iterationCount', keys[1]::int, 'salt', keys[2], 'storedKey', keys[3], 'serverKey', keys[4])),
           'user', rolname, 'db', ${database}, 'roles', '[]'::jsonb) AS _jsonb
         FROM pg_authid,
           regexp_match(rolpassword, '^SCRAM-SHA-256[$](\\d+):([^$]+)[$]([^:]+):(.+)$') AS keys
         WHERE rolcanlogin AND rolname ~ '^b[0-9a-f]{32}$' AND keys IS NOT NULL;
       GRANT USAGE ON SCHEMA ${schema} TO ${escapeIdentifier(reader)};
       GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${escapeIdentifier(reader)}`,
    ),
  );
}
