/** Options of every function that finds or installs programs. */
export interface ResolveOptions {
  /** Environment variables that name folders and caches. Default: those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Receives progress lines, with durations. */
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
}
