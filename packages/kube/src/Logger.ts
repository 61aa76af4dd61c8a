// What parts of this package say things to.

/**
 * A logger as this package uses it: pino's, or anything that takes fields and a message.
 * Give fields first, as pino does.
 */
export interface Logger {
  /** For those who look for a fault. */
  debug(fields: object, message: string): void;
  /** What happens, for operators. */
  info(fields: object, message: string): void;
  /** What needs a look, and goes on. */
  warn(fields: object, message: string): void;
  /** What does not go on. */
  error(fields: object, message: string): void;
  /** A logger whose lines all carry these fields. */
  child(bindings: Record<string, unknown>): Logger;
}

/** Says nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLogger,
};
