// Noticing that files may have changed: those of a mounted Secret too, which are links that are exchanged.
import { FSWatcher, watch } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Several files are often written one after the other. */
const debounceMs = 100;

/** How to follow files. */
interface FollowFilesOptions {
  /**
   * Called at the start, after each sign of a change and now and then; never twice at once. Looks at the files and
   * answers which ones they are, whether they exist or not. Must not reject.
   */
  reload: () => Promise<string[]>;
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

  /** Whether it was not watched until now. */
  function watchFolder(folder: string): boolean {
    if (watchers.has(folder) || signal.aborted) return false;
    try {
      const watcher = watch(folder, { persistent: false });
      watcher.on('change', onFileEvent);
      watcher.on('error', () => unwatch(folder));
      watchers.set(folder, watcher);
      return true;
    } catch {
      // It is not there, or the system has no watches left: it is looked at now and then.
      return false;
    }
  }

  async function reloadOnce(): Promise<void> {
    const files = await reload();
    const folders = new Set((await Promise.all(files.map(foldersOf))).flat());
    for (const folder of watchers.keys()) {
      if (!folders.has(folder)) unwatch(folder);
    }
    // Nobody would have reported what changed since the look.
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
