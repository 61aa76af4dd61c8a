import { join } from 'node:path';

/** The repository's folder. */
export const root = join(__dirname, '../..');

/** A program that yarn installed. */
export const bin = (name: string): string =>
  join(root, 'node_modules', '.bin', name);
