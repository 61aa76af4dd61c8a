/**
 * The users of Prometheus and Alertmanager: both read the same file at each request, so that changes are effective at
 * once. The file has hashes of passwords. Pure functions.
 */
import { compareSync, hashSync } from 'bcryptjs';
import { render } from './render';

export const adminUser = 'klutch_admin';

/** Hashes of passwords by the names of users. */
export type Users = Readonly<Record<string, string>>;

/** The least cost: the passwords are random, so that guessing them is hopeless with any hash. */
const cost = 4;

export const renderUsers = (users: Users): string =>
  render({ basic_auth_users: users });

export const parseUsers = (text: string): Users =>
  JSON.parse(text).basic_auth_users;

/** With that user; the same object when it is there already. */
export function withUser(
  users: Users,
  { username, password }: { username: string; password: string },
): Users {
  const hash = users[username];
  if (hash !== undefined && compareSync(password, hash)) return users;
  return { ...users, [username]: hashSync(password, cost) };
}

/** Without that user; the same object when there is none. */
export function withoutUser(users: Users, username: string): Users {
  const { [username]: removed, ...others } = users;
  return removed === undefined ? users : others;
}
