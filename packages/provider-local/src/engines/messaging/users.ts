/** Users of the server: its administrator, and one for each service binding. Pure functions. */
import { createHash } from 'node:crypto';

export const adminUser = 'klutch_admin';
/** The only virtual host: that of clients whose URI names none. */
export const vhost = '/';

const saltBytes = 4;

/**
 * The hash in the server's form. The salt is the same for each call, so that repeated orders write the same file;
 * passwords are random and long.
 */
export function hashPassword(username: string, password: string): string {
  const sha256 = (...parts: (string | Buffer)[]) =>
    parts
      .reduce((hash, part) => hash.update(part), createHash('sha256'))
      .digest();
  const salt = sha256(username).subarray(0, saltBytes);
  return Buffer.concat([salt, sha256(salt, password)]).toString('base64');
}

const user = (name: string, password: string, tags: string) => ({
  password_hash: hashPassword(name, password),
  hashing_algorithm: 'rabbit_password_hashing_sha256',
  tags,
});

export const allPermissions = { configure: '.*', write: '.*', read: '.*' };

/** What the server is to know of the user of a binding. */
export const bindingUserDefinition = (name: string, password: string) =>
  user(name, password, 'management');

/** What the server reads at each start: its administrator. */
export const renderFirstDefinitions = (adminPassword: string): string =>
  `${JSON.stringify({
    vhosts: [{ name: vhost }],
    users: [
      {
        name: adminUser,
        ...user(adminUser, adminPassword, 'administrator'),
      },
    ],
    permissions: [{ user: adminUser, vhost, ...allPermissions }],
  })}\n`;
