/** Default titles of types. */

/** For example, `PostgresqlInstance` becomes `Postgresql instance`. */
export const titleOfKind = (kind: string): string =>
  kind
    .replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after}`)
    .replace(/ (.)/g, found => found.toLocaleLowerCase('en-US'));
