/** The roles and the database on a server, and the changes made by binding and unbinding. */
import { escapeIdentifier, escapeLiteral } from 'pg';
import {
  AdminAccess,
  AdminConnection,
  maintenanceRole,
  withAdmin,
} from './admin';
import { ownerRole } from './names';
import { endSessions } from './sessions';

const readAllRole = 'pg_read_all_data';

/** Attributes that a user may request for the roles of an instance. */
export const rolePrivileges = ['CREATEDB', 'REPLICATION'] as const;
export type RolePrivilege = (typeof rolePrivileges)[number];

async function roleExists(
  admin: AdminConnection,
  role: string,
): Promise<boolean> {
  return (
    (await admin.sql('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]))
      .length > 0
  );
}

/** Whether the role exists. */
export const hasRole = (access: AdminAccess, role: string): Promise<boolean> =>
  withAdmin(access, 'postgres', admin => roleExists(admin, role));

/** Creates a database that only its owner, and the owner's members, can use. */
export async function createDatabase(
  admin: AdminConnection,
  database: string,
  owner: string,
) {
  await admin.sql(
    `CREATE DATABASE ${escapeIdentifier(database)} OWNER ${escapeIdentifier(owner)} TEMPLATE template0`,
  );
  await admin.sql(
    `REVOKE ALL ON DATABASE ${escapeIdentifier(database)} FROM PUBLIC`,
  );
}

/** Creates the owner, the maintenance role and the database of a new server. Idempotent. */
export async function prepareDatabase(
  access: AdminAccess,
  options: { database: string; maintenancePassword: string },
): Promise<void> {
  const { database, maintenancePassword } = options;
  const owner = ownerRole(database);
  await withAdmin(access, 'postgres', async admin => {
    if (!(await roleExists(admin, owner))) {
      await admin.sql(`CREATE ROLE ${escapeIdentifier(owner)} NOLOGIN`);
    }
    if (!(await roleExists(admin, maintenanceRole))) {
      // Reads what the owner took from itself; PostgreSQL 13 has no such role.
      const readers = (await roleExists(admin, readAllRole))
        ? [readAllRole]
        : [];
      await admin.sql(
        `CREATE ROLE ${maintenanceRole} LOGIN BYPASSRLS PASSWORD ${escapeLiteral(maintenancePassword)}
           IN ROLE ${[...readers, owner].map(escapeIdentifier).join(', ')}`,
      );
    }
    await admin.sql('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC');
    const found = await admin.sql(
      'SELECT 1 FROM pg_database WHERE datname = $1',
      [database],
    );
    if (found.length === 0) await createDatabase(admin, database, owner);
  });
}

const attributes = (privileges: RolePrivilege[]) =>
  rolePrivileges
    .map(name => (privileges.includes(name) ? name : `NO${name}`))
    .join(' ');

/** Sets exactly these attributes on the owner and the roles of all bindings. */
export async function setRolePrivileges(
  access: AdminAccess,
  owner: string,
  privileges: RolePrivilege[],
): Promise<void> {
  await withAdmin(access, 'postgres', async admin => {
    const members = await admin.sql<{ name: string }>(
      `SELECT r.rolname AS name FROM pg_auth_members m
         JOIN pg_roles r ON r.oid = m.member JOIN pg_roles g ON g.oid = m.roleid
        WHERE g.rolname = $1 AND r.rolname <> $2`,
      [owner, maintenanceRole],
    );
    for (const role of [owner, ...members.map(member => member.name)]) {
      await admin.sql(
        `ALTER ROLE ${escapeIdentifier(role)} ${attributes(privileges)}`,
      );
    }
  });
}

/**
 * Creates the login role of a binding. Its sessions act as the owner, so that all bindings can use and change each
 * other's objects. The maintenance role can read what the role itself owns. Idempotent.
 */
export async function createBindingRole(
  access: AdminAccess,
  options: {
    role: string;
    password: string;
    owner: string;
    privileges: RolePrivilege[];
  },
): Promise<void> {
  const { role, password, owner, privileges } = options;
  await withAdmin(access, 'postgres', async admin => {
    if (await roleExists(admin, role)) {
      // The role itself can change its password.
      await admin.sql(
        `ALTER ROLE ${escapeIdentifier(role)} LOGIN PASSWORD ${escapeLiteral(password)}`,
      );
      return;
    }
    // One message is one transaction, so the role never exists without its settings.
    await admin.sql(
      `CREATE ROLE ${escapeIdentifier(role)} LOGIN ${attributes(privileges)}
         PASSWORD ${escapeLiteral(password)} IN ROLE ${escapeIdentifier(owner)} ROLE ${maintenanceRole};
       ALTER ROLE ${escapeIdentifier(role)} SET role TO ${escapeLiteral(owner)}`,
    );
  });
}

/** Ignores an error of the server with this SQL state. */
const ignore = (state: string) => (error: unknown) => {
  if ((error as { code?: string }).code !== state) throw error;
};

/**
 * Drops the login role: ends its sessions and reassigns its objects to the owner. Where that is not possible, the role
 * stays, but cannot log in. Idempotent.
 */
export async function dropBindingRole(
  access: AdminAccess,
  options: { role: string; owner: string },
): Promise<void> {
  const role = escapeIdentifier(options.role);
  const owner = escapeIdentifier(options.owner);
  const databases = await withAdmin(access, 'postgres', async admin => {
    if (!(await roleExists(admin, options.role))) return undefined;
    await admin.sql(`ALTER ROLE ${role} NOLOGIN`);
    await endSessions(admin, 'usename = $1', [options.role]);
    return admin.sql<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datallowconn AND datname <> 'template1'",
    );
  });
  if (!databases) return;
  for (const database of databases) {
    await withAdmin(access, database.name, async admin => {
      await admin.sql(`REASSIGN OWNED BY ${role} TO ${owner}`);
      await admin.sql(`DROP OWNED BY ${role}`);
      // invalid_catalog_name: a user has dropped the database, or its name is not in UTF-8.
    }).catch(ignore('3D000'));
  }
  await withAdmin(access, 'postgres', async admin => {
    await admin
      .sql(`DROP ROLE IF EXISTS ${role}`)
      // dependent_objects_still_exist: in a database that accepts no connections, for example.
      .catch(ignore('2BP01'));
  });
}
