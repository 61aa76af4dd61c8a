// The logger interface of this package.

/** A logger as this package uses it: pino, or anything that takes fields first and then a message. */
export interface Logger {
  /** Details for debugging. */
  debug(fields: object, message: string): void;
  /** Ordinary operation, for operators. */
  info(fields: object, message: string): void;
  /** A problem that the process recovers from. */
  warn(fields: object, message: string): void;
  /** A failure that the process does not recover from. */
  error(fields: object, message: string): void;
  /** A logger that adds these fields to each line. */
  child(bindings: Record<string, unknown>): Logger;
}

/** Logs nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLogger,
};
