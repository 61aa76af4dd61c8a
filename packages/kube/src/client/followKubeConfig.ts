// Follows the files of a kubeconfig, so that new credentials need no restart.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { backoffMs } from '../backoff';
import { errorMessage } from '../errors';
import { Logger, silentLogger } from '../Logger';
import { checkRange } from '../limits';
import { waitMs } from '../wait';
import { certificateFiles } from './connectionSettings';
import { KubeClient } from './KubeClient';
import { loadKubeConfig, readKubeConfigFile } from './kubeConfig';

/** Who receives new kubeconfigs, and until when. */
export interface FollowOptions {
  /**
   * Receives each new kubeconfig: a client, which switches to it ({@link KubeClient.reconnect}), or a function, which
   * is called again only when its previous call has ended, then with the latest kubeconfig. An error is logged, the
   * previous kubeconfig stays in use, and the new one is retried: soon at first, later about once a minute.
   */
  follower:
    | Pick<KubeClient, 'reconnect'>
    | ((kubeConfig: KubeConfig) => void | Promise<void>);
  /** Stops following. */
  signal: AbortSignal;
  /** Logs applied kubeconfigs, and why others were not applied. */
  logger?: Logger;
  /** How often the files are read, in milliseconds; default 2 000. */
  pollMs?: number;
}

interface SourceOptions extends FollowOptions {
  /** Log fields that name the source. */
  what: object;
  /** The kubeconfig, and the text that it was made from. */
  load: () => Promise<{ kubeConfig: KubeConfig; source: string }>;
}

/** Waits between retries of a kubeconfig that was not applied. */
const backoff = { baseMs: 1_000, capMs: 60_000 };
/** Changed files are read again after this time: they may be half-written, or one of several that belong together. */
const settleMs = 100;

/** Content of files, for comparison; an unreadable file counts as empty. */
async function contentOf(files: string[]): Promise<string> {
  const contents = await Promise.all(
    files.map(file => readFile(file, 'base64').catch(() => '-')),
  );
  return contents.join();
}

/**
 * Polls the files, without keeping the process alive. Notifications of the file system would need polling beside them:
 * network file systems send none, and those of a mounted Secret come from the directory behind its links.
 */
class KubeConfigSource {
  /** Of the last content, or the error of reading it. */
  #fingerprint: string | undefined;
  #hasChanged = false;
  /** Whether the last content still has to be applied. */
  #isPending = false;
  #failures = 0;
  #retryAt = 0;
  #loggedError: string | undefined;
  #isBusy = false;

  constructor(private readonly options: SourceOptions) {}

  /** @throws RangeError when `pollMs` is out of range */
  follow(): void {
    const { signal, pollMs = 2_000 } = this.options;
    checkRange('pollMs', pollMs);
    if (signal.aborted) return;
    const polling = setInterval(() => this.#poll(), pollMs).unref();
    signal.addEventListener('abort', () => clearInterval(polling), {
      once: true,
    });
    this.#poll();
  }

  async #poll(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await this.#check();
    this.#isBusy = false;
  }

  async #check(): Promise<void> {
    const { follower, signal } = this.options;
    const { fingerprint, kubeConfig, error } = await this.#read();
    if (fingerprint !== this.#fingerprint) {
      this.#hasChanged = this.#fingerprint !== undefined;
      if (this.#hasChanged) {
        await waitMs(settleMs, signal);
        if ((await this.#read()).fingerprint !== fingerprint) return;
      }
      this.#fingerprint = fingerprint;
      this.#isPending = kubeConfig !== undefined;
      this.#failures = 0;
      this.#retryAt = 0;
      if (error && !signal.aborted) this.#logRejected(error);
    }
    if (!kubeConfig || !this.#isPending || signal.aborted) return;
    if (performance.now() < this.#retryAt) return;
    const applied = this.#apply(kubeConfig, fingerprint);
    // A client that waits for the end of its old connections must not delay the next change.
    if (typeof follower === 'function') await applied;
  }

  async #read(): Promise<{
    fingerprint: string;
    kubeConfig?: KubeConfig;
    error?: unknown;
  }> {
    try {
      const { kubeConfig, source } = await this.options.load();
      // The follower reads the certificates again, later than they are compared here.
      const content = source + (await contentOf(certificateFiles(kubeConfig)));
      const hash = createHash('sha256').update(content);
      return { fingerprint: hash.digest('base64'), kubeConfig };
    } catch (error) {
      return { fingerprint: String(error), error };
    }
  }

  async #apply(kubeConfig: KubeConfig, fingerprint: string): Promise<void> {
    const { follower, logger = silentLogger, signal, what } = this.options;
    this.#isPending = false;
    try {
      if (typeof follower === 'function') await follower(kubeConfig);
      else await follower.reconnect(kubeConfig);
      this.#loggedError = undefined;
      logger.info(what, 'the kubeconfig is in use');
    } catch (error) {
      if (signal.aborted || fingerprint !== this.#fingerprint) return;
      this.#isPending = true;
      this.#failures += 1;
      const delayMs = backoffMs(backoff, this.#failures, Math.random());
      this.#retryAt = performance.now() + delayMs;
      this.#logRejected(error);
    }
  }

  #logRejected(error: unknown): void {
    if (String(error) === this.#loggedError) return;
    this.#loggedError = String(error);
    const { logger = silentLogger, what } = this.options;
    logger.warn(
      { ...what, cause: errorMessage(error) },
      this.#hasChanged
        ? 'the new kubeconfig cannot be used; the previous one stays in use'
        : 'the kubeconfig cannot be used, retrying',
    );
  }
}

/**
 * Follows a kubeconfig file and the certificate files that it names: at the start, and whenever one of them changes,
 * the file is loaded and passed to the follower. Works with mounted Secrets, whose files Kubernetes replaces through
 * symbolic links. A partly written or broken file changes nothing.
 * @throws RangeError when `pollMs` is out of range for a timer
 */
export function followKubeConfigFile(
  options: FollowOptions & {
    /** Path of the kubeconfig file. */
    path: string;
  },
): void {
  const { path } = options;
  new KubeConfigSource({
    ...options,
    what: { path },
    async load() {
      const source = await readKubeConfigFile(path);
      return { kubeConfig: loadKubeConfig(source, dirname(path)), source };
    },
  }).follow();
}

/**
 * Follows the certificate files that a kubeconfig names, whatever its source, for example the certificate authority
 * of `KubeConfig.loadFromCluster`. Token files need no following, because they are read again regularly.
 * @throws RangeError when `pollMs` is out of range for a timer
 */
export function followCertificateFiles(
  options: FollowOptions & {
    /** The kubeconfig whose files are followed. */
    kubeConfig: KubeConfig;
  },
): void {
  const { kubeConfig } = options;
  new KubeConfigSource({
    ...options,
    what: { files: certificateFiles(kubeConfig) },
    load: async () => ({ kubeConfig, source: '' }),
  }).follow();
}

/**
 * Follows what {@link loadKubeConfigOrInCluster} has loaded: the file or, in a pod, the mounted certificate
 * authority. The pod's token file is read again regularly.
 * @throws RangeError when `pollMs` is out of range for a timer
 */
export function followKubeConfigOrInCluster({
  file,
  kubeConfig,
  ...options
}: FollowOptions & {
  /** The kubeconfig file; absent in a pod. */
  file?: string;
  /** The loaded kubeconfig. */
  kubeConfig: KubeConfig;
}): void {
  if (file) followKubeConfigFile({ ...options, path: file });
  else followCertificateFiles({ ...options, kubeConfig });
}
