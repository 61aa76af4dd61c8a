/** Writes files that have either their old or their new text after a crash. */
import { sync } from 'write-file-atomic';

/** Options of {@link writeFileAtomic}. */
export interface AtomicFileOptions {
  /** Default: that of the replaced file, else the process's default. */
  mode?: number;
  /** User and group of the file. Default: those of the replaced file, else those of the process. */
  chown?: { uid: number; gid: number };
  /** Whether the text must also survive a crash of the machine. Default true. */
  fsync?: boolean;
}

/**
 * Replaces a file atomically.
 *
 * Synchronous, because the library's asynchronous variant listens for signals while it writes, and ends the process
 * when a handler added with `process.once` has just received one.
 */
export function writeFileAtomic(
  path: string,
  text: string,
  options: AtomicFileOptions = {},
): void {
  sync(path, text, options);
}
