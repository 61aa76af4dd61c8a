// Follows the files of a kubeconfig, so that new credentials need no restart.
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

/** What is followed, who receives new kubeconfigs, and until when. */
export interface FollowOptions {
  /** The kubeconfig file; absent in a pod. */
  file?: string;
  /** The loaded kubeconfig. */
  kubeConfig: KubeConfig;
  /**
   * Switches to each new kubeconfig ({@link KubeClient.reconnect}). An error is logged, the previous kubeconfig stays
   * in use, and the new one is retried: soon at first, later about once a minute.
   */
  follower: Pick<KubeClient, 'reconnect'>;
  /** Stops following. */
  signal: AbortSignal;
  /** Logs applied kubeconfigs, and why others were not applied. */
  logger?: Logger;
  /** How often the files are read, in milliseconds; default 2 000. */
  pollMs?: number;
}

interface SourceOptions extends Omit<FollowOptions, 'file' | 'kubeConfig'> {
  /** Log fields that name the source. */
  what: object;
  /** Reads the text of the kubeconfig. */
  read: () => Promise<string>;
  /** The kubeconfig of a text. */
  parse: (text: string) => KubeConfig;
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
  /** Text and certificate files as they were last, or the error of reading them. */
  #content: string | undefined;
  /** Of the last text: parsing it again was a tenth of what an idle konnector did. */
  #parsed: { text: string; kubeConfig: KubeConfig } | undefined;
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
    const { signal } = this.options;
    const { content, kubeConfig, error } = await this.#read();
    if (content !== this.#content) {
      this.#hasChanged = this.#content !== undefined;
      if (this.#hasChanged) {
        await waitMs(settleMs, signal);
        if ((await this.#read()).content !== content) return;
      }
      this.#content = content;
      this.#isPending = kubeConfig !== undefined;
      this.#failures = 0;
      this.#retryAt = 0;
      if (error && !signal.aborted) this.#logRejected(error);
    }
    if (!kubeConfig || !this.#isPending || signal.aborted) return;
    if (performance.now() < this.#retryAt) return;
    // Not awaited: a client that waits for the end of its old connections must not delay the next change.
    this.#apply(kubeConfig, content);
  }

  async #read(): Promise<{
    content: string;
    kubeConfig?: KubeConfig;
    error?: unknown;
  }> {
    const { read, parse } = this.options;
    try {
      const text = await read();
      if (this.#parsed?.text !== text) {
        this.#parsed = { text, kubeConfig: parse(text) };
      }
      const { kubeConfig } = this.#parsed;
      // The follower reads the certificates again, later than they are compared here.
      const content = text + (await contentOf(certificateFiles(kubeConfig)));
      return { content, kubeConfig };
    } catch (error) {
      return { content: String(error), error };
    }
  }

  async #apply(kubeConfig: KubeConfig, content: string): Promise<void> {
    const { follower, logger = silentLogger, signal, what } = this.options;
    this.#isPending = false;
    try {
      await follower.reconnect(kubeConfig);
      this.#loggedError = undefined;
      logger.info(what, 'the kubeconfig is in use');
    } catch (error) {
      if (signal.aborted || content !== this.#content) return;
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
 * Follows what {@link loadKubeConfigOrInCluster} has loaded: at the start, and whenever a followed file changes, the
 * kubeconfig is passed to the follower. Followed are the kubeconfig file, if there is one, and the certificate files
 * that the kubeconfig names, for example the certificate authority of a pod. Works with mounted Secrets, whose files
 * Kubernetes replaces through symbolic links. A partly written or broken file changes nothing. Token files need no
 * following, because they are read again regularly.
 * @throws RangeError when `pollMs` is out of range for a timer
 */
export function followKubeConfigOrInCluster({
  file,
  kubeConfig,
  ...options
}: FollowOptions): void {
  const source = file
    ? {
        what: { path: file },
        read: () => readKubeConfigFile(file),
        parse: (text: string) => loadKubeConfig(text, dirname(file)),
      }
    : {
        what: { files: certificateFiles(kubeConfig) },
        read: async () => '',
        parse: () => kubeConfig,
      };
  new KubeConfigSource({ ...options, ...source }).follow();
}
