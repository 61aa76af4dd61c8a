/** Errors that name a key of the configuration, and files that a key names. */
import { readFileSync } from 'node:fs';
import type { Config } from '@backstage/config';

/** Error for a configuration key with an invalid value. */
export function configError(
  key: string,
  problem: string,
  cause?: unknown,
): Error {
  return new Error(`Configuration ${key}: ${problem}`, { cause });
}

/**
 * The text of the file that a key names.
 *
 * @throws Error that names the key when the file cannot be read
 */
export function readFile(config: Config, key: string): string {
  const path = config.getString(key);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw configError(
      key,
      `the file ${path} cannot be read. Check its path and rights.`,
      error,
    );
  }
}
