// Follows the files of a kubeconfig, so that new credentials need no restart.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { errorMessage } from '../errors';
import { Logger, silentLogger } from '../Logger';
import { checkRange } from '../limits';
import { rejectOnAbort } from '../wait';
import { certificateFiles } from './connectionSettings';
import { followFiles } from './followFiles';
import { KubeClient } from './KubeClient';
import { loadKubeConfig, readKubeConfigFile } from './kubeConfig';
import { applyLatest } from './applyLatest';

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
  /**
   * How often files are checked when the system reports no change, in milliseconds; default 10 000. Network file
   * systems report none.
   */
  pollMs?: number;
}

/** Waits between retries of a kubeconfig that was not applied. */
const backoff = { baseMs: 1_000, capMs: 60_000 };

/** A kubeconfig with a text of everything that it was made from. */
interface Loaded {
  kubeConfig: KubeConfig;
  source: string;
}

/** Content of files, for comparison; an unreadable file counts as empty. */
async function contentOf(files: string[]): Promise<string> {
  const contents = await Promise.all(
    files.map(file => readFile(file, 'base64').catch(() => '-')),
  );
  return contents.join();
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64');

function followSource(
  options: FollowOptions & {
    /** Log fields that name the source. */
    what: object;
    load: () => Promise<Loaded>;
    /** Files besides the certificate files of the kubeconfig. */
    files: string[];
  },
): void {
  const { follower, load, signal, what, logger = silentLogger } = options;
  const pollMs = checkRange('pollMs', options.pollMs ?? 10_000);
  let certificates: string[] = [];
  let lastFingerprint: string | undefined;
  let hasChanged = false;

  const logRejected = (error: unknown) => {
    const cause = errorMessage(error);
    logger.warn(
      { ...what, cause },
      hasChanged
        ? 'the new kubeconfig cannot be used; the previous one stays in use'
        : 'the kubeconfig cannot be used, retrying',
    );
  };

  let loggedError: string | undefined;
  const applyKubeConfig = applyLatest<KubeConfig>({
    async apply(kubeConfig, superseded) {
      if (typeof follower === 'function') await follower(kubeConfig);
      // Old connections may take long to close and must not delay the next change.
      else await rejectOnAbort(follower.reconnect(kubeConfig), superseded);
      loggedError = undefined;
      logger.info(what, 'the kubeconfig is in use');
    },
    onFailure(error) {
      if (String(error) === loggedError) return;
      loggedError = String(error);
      logRejected(error);
    },
    backoff,
    signal,
  });

  /** Whether the fingerprint changed. The follower reads the certificates again, later than they are compared here. */
  function isNew(fingerprint: string): boolean {
    if (signal.aborted || fingerprint === lastFingerprint) return false;
    hasChanged = lastFingerprint !== undefined;
    lastFingerprint = fingerprint;
    return true;
  }

  followFiles({
    async reload() {
      try {
        const { kubeConfig, source } = await load();
        certificates = certificateFiles(kubeConfig);
        const fingerprint = digest(source + (await contentOf(certificates)));
        if (isNew(fingerprint)) applyKubeConfig(kubeConfig);
      } catch (error) {
        if (isNew(String(error))) logRejected(error);
      }
      return [...options.files, ...certificates];
    },
    signal,
    pollMs,
  });
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
  followSource({
    ...options,
    what: { path },
    async load() {
      const source = await readKubeConfigFile(path);
      return { kubeConfig: loadKubeConfig(source, dirname(path)), source };
    },
    files: [path],
  });
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
  followSource({
    ...options,
    what: { files: certificateFiles(kubeConfig) },
    load: async () => ({ kubeConfig, source: '' }),
    files: [],
  });
}
