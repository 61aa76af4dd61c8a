/** Files that the configuration names. */
import { readFileSync } from 'node:fs';
import { BindingError } from '../errors/BindingError';

/**
 * The text of a file.
 * @param key - of the configuration, that names it
 * @throws BindingError `Misconfigured` with the key when it cannot be read
 */
export const readNamedFile = (key: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      `${key}: the file ${file} cannot be read. Check its path and rights.`,
      { cause: error },
    );
  }
};
