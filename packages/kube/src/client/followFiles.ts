// Detects possible changes of files, including files of mounted Secrets, which are symbolic links that are replaced.
import { FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Several files are often written one after the other. */
const debounceMs = 100;

/** Options of {@link followFiles}. */
interface FollowFilesOptions {
  /**
   * Called at the start, after each possible change and at each poll; never concurrently. Checks the files and
   * returns their paths, whether they exist or not. Must not reject.
   */
  reload: () => Promise<string[]>;
  signal: AbortSignal;
  /** How often `reload` is called when the system reports no change, in milliseconds. */
  pollMs: number;
}

/** Directories in which a change of the file is visible: its own, and that of its link target. */
async function foldersOf(file: string): Promise<string[]> {
  const target = await realpath(file).catch(() => file);
  return [dirname(file), dirname(target)];
}

/** Follows files until the signal aborts, without keeping the process alive. */
export function followFiles(options: FollowFilesOptions): void {
  const { reload, signal, pollMs } = options;
  if (signal.aborted) return;
  const watchers = new Map<string, FSWatcher>();
  let debounceTimer: NodeJS.Timeout | undefined;
  let isReloading = false;
  let reloadPending = false;

  function onFileEvent(): void {
    clearTimeout(debounceTimer);
    debounceTimer = setTimeout(reloadUntilStable, debounceMs).unref();
  }

  function unwatch(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  /** Returns whether the directory was not watched before. */
  function watchFolder(folder: string): boolean {
    if (watchers.has(folder) || signal.aborted) return false;
    try {
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', onFileEvent);
      watcher.on('error', () => unwatch(folder));
      watchers.set(folder, watcher);
      return true;
    } catch {
      // The directory does not exist, or the system has no watches left: polling covers it.
      return false;
    }
  }

  async function reloadOnce(): Promise<void> {
    const files = await reload();
    const folders = new Set((await Promise.all(files.map(foldersOf))).flat());
    for (const folder of watchers.keys()) {
      if (!folders.has(folder)) unwatch(folder);
    }
    // A new watch misses changes made since the last check.
    if ([...folders].map(watchFolder).includes(true)) reloadPending = true;
  }

  async function reloadUntilStable(): Promise<void> {
    reloadPending = true;
    if (isReloading) return;
    isReloading = true;
    while (reloadPending && !signal.aborted) {
      reloadPending = false;
      await reloadOnce();
    }
    isReloading = false;
  }

  const polling = setInterval(reloadUntilStable, pollMs).unref();
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(debounceTimer);
      clearInterval(polling);
      [...watchers.keys()].forEach(unwatch);
    },
    { once: true },
  );
  void reloadUntilStable();
}
