/**
 * Makes a database read-only above its quota. Not by PostgreSQL's read-only transactions, which would refuse to delete
 * as well, and which clients of FerretDB cannot end.
 */
import { escapeIdentifier } from 'pg';
import { AdminAccess, withAdmin } from '../postgresql/server/admin';
import { metadataTable, usersSchema } from './users';

/** Allows or refuses `owner` to create tables, and to insert and update. Deleting and dropping stay allowed. */
export async function setWritable(
  access: AdminAccess,
  target: string,
  { owner, writable }: { owner: string; writable: boolean },
): Promise<void> {
  const role = escapeIdentifier(owner);
  const change = (rights: string, on: string, of = role) =>
    writable
      ? `GRANT ${rights} ON ${on} TO ${of};`
      : `REVOKE ${rights} ON ${on} FROM ${of};`;
  await withAdmin(access, target, async admin => {
    const schemas = await admin.sql<{ name: string; owner: string }>(
      `SELECT nspname AS name, pg_get_userbyid(nspowner) AS owner FROM pg_namespace
        WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', $1)`,
      [usersSchema],
    );
    const changes = schemas.flatMap(schema => {
      const name = escapeIdentifier(schema.name);
      return [
        change('CREATE', `SCHEMA ${name}`, escapeIdentifier(schema.owner)),
        change('INSERT, UPDATE', `ALL TABLES IN SCHEMA ${name}`),
      ];
    });
    // FerretDB updates this table when an index is dropped.
    const lists = await admin.sql<{ name: string }>(
      'SELECT schemaname AS name FROM pg_tables WHERE tablename = $1 AND schemaname <> $2',
      [metadataTable, usersSchema],
    );
    const exceptions = lists.map(
      ({ name }) =>
        `GRANT UPDATE ON ${escapeIdentifier(name)}.${metadataTable} TO ${role};`,
    );
    await admin.sql(
      [
        change('CREATE', `DATABASE ${escapeIdentifier(target)}`),
        ...changes,
        ...exceptions,
      ].join('\n'),
    );
  });
}
