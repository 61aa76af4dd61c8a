/** A title for types whose author gave them none. */

/** `PostgresqlInstance` becomes `Postgresql instance`. */
export const titleOfKind = (kind: string): string =>
  kind
    .replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after}`)
    .replace(/ (.)/g, found => found.toLocaleLowerCase('en-US'));
