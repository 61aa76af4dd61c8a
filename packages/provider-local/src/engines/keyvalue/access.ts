/** Users of the server: its administrator, and one for each service binding. Pure functions. */
import { createHash } from 'node:crypto';

export const adminUser = 'klutch_admin';

const passwordRule = (password: string) =>
  `#${createHash('sha256').update(password).digest('hex')}`;

/**
 * What applications may do: everything with keys, channels, scripts and transactions. Not: administration (CONFIG,
 * ACL, SHUTDOWN, SAVE, REPLICAOF, MODULE, DEBUG, CLIENT KILL) and commands that show what other users do or send
 * (MONITOR, SLOWLOG). Of the commands that the server calls dangerous because they are slow or delete much, those on
 * the application's own data are allowed.
 */
const applicationRules = [
  ...['+@all', '-@admin', '-@dangerous'],
  ...['+keys', '+sort', '+sort_ro', '+flushdb', '+flushall', '+swapdb'],
  // Clients read the version and the state of loading.
  ...['+info', '+role'],
];

/** Arguments of `ACL SETUSER` for the user of a binding, whatever the user had before. Holds a hash, no password. */
export const bindingRules = (password: string): string[] => [
  ...['reset', 'on', passwordRule(password), '~*', '&*'],
  ...applicationRules,
];

/** The users of a new server. `default` is the user of clients without a password. */
export const renderFirstUsers = (adminPassword: string): string =>
  [
    'user default off resetpass resetkeys resetchannels -@all',
    `user ${adminUser} on ${passwordRule(adminPassword)} ~* &* +@all`,
    '',
  ].join('\n');
