/** Reads what the user names on the command line. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/** @throws Error with what to check when the file cannot be read */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${file} cannot be read (${code}). Check the path and its permissions.`,
      {
        cause: error,
      },
    );
  }
}

/** A file, or standard input for `-`. */
export const readSource = (file: string): Promise<string> =>
  file === '-' ? text(process.stdin) : readTextFile(file);
