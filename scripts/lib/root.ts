import { join } from 'node:path';

/** The repository's folder. */
export const root = join(__dirname, '../..');

/** Path of a program in node_modules. */
export const bin = (name: string): string =>
  join(root, 'node_modules', '.bin', name);
