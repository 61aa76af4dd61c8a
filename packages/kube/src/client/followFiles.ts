// Noticing that files may have changed: those of a mounted Secret too, which are links that are exchanged.
import { FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Several files are often written one after the other. */
const settleMs = 100;

/** How to follow files. */
interface FollowFilesOptions {
  /**
   * Called at the start, after each sign of a change and now and then; never twice at once. Looks at the files and
   * answers which ones they are, whether they exist or not. Must not reject.
   */
  look: () => Promise<string[]>;
  signal: AbortSignal;
  /** How often it is called although the system has reported nothing, in milliseconds. */
  pollMs: number;
}

/** Folders in which a change of the file shows: its own, and that of what it is a link to. */
async function foldersOf(file: string): Promise<string[]> {
  const target = await realpath(file).catch(() => file);
  return [dirname(file), dirname(target)];
}

/** Follows files until the signal aborts, without keeping the process alive. */
export function followFiles(options: FollowFilesOptions): void {
  const { look, signal, pollMs } = options;
  if (signal.aborted) return;
  const watchers = new Map<string, FSWatcher>();
  let settling: NodeJS.Timeout | undefined;
  let isLooking = false;
  let lookAgain = false;

  function onSign(): void {
    clearTimeout(settling);
    settling = setTimeout(lookUntilSettled, settleMs).unref();
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  /** Whether it was not watched until now. */
  function watchFolder(folder: string): boolean {
    if (watchers.has(folder) || signal.aborted) return false;
    try {
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', onSign);
      watcher.on('error', () => unwatch(folder));
      watchers.set(folder, watcher);
      return true;
    } catch {
      // It is not there, or the system has no watches left: it is looked at now and then.
      return false;
    }
  }

  async function lookOnce(): Promise<void> {
    const files = await look();
    const folders = new Set((await Promise.all(files.map(foldersOf))).flat());
    for (const folder of watchers.keys()) {
      if (!folders.has(folder)) unwatch(folder);
    }
    // Nobody would have reported what changed since the look.
    if ([...folders].map(watchFolder).includes(true)) lookAgain = true;
  }

  async function lookUntilSettled(): Promise<void> {
    lookAgain = true;
    if (isLooking) return;
    isLooking = true;
    while (lookAgain && !signal.aborted) {
      lookAgain = false;
      await lookOnce();
    }
    isLooking = false;
  }

  const polling = setInterval(lookUntilSettled, pollMs).unref();
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(settling);
      clearInterval(polling);
      [...watchers.keys()].forEach(unwatch);
    },
    { once: true },
  );
  void lookUntilSettled();
}
