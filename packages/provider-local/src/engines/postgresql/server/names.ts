/** Names of roles and databases. */

const hexOf = (id: string) => id.replaceAll('-', '').slice(0, 32);

/** The login role of a service binding. */
export const bindingRole = (bindingId: string) => `b${hexOf(bindingId)}`;

export const databaseName = (instanceId: string) =>
  `d${hexOf(instanceId).slice(0, 12)}`;

/** The role that owns the database and everything in it. */
export const ownerRole = (database: string) => `${database}_owner`;
