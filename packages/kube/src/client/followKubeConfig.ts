// Going on with a new kubeconfig when its files change, without a restart.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { Logger, silentLogger } from '../Logger';
import { checkMs } from '../limits';
import { rejectOnAbort } from '../wait';
import { certificateFiles } from './connectionSettings';
import { followFiles } from './followFiles';
import { KubeClient } from './KubeClient';
import { loadKubeConfig, readKubeConfigFile } from './kubeConfig';
import { applyLatest } from './applyLatest';

/** Who wants to know of a new kubeconfig, and until when. */
export interface FollowOptions {
  /**
   * Takes up each new kubeconfig: a client, which goes on with it ({@link KubeClient.reconnect}), or a function, which is
   * called again only when it has ended, and then with the latest kubeconfig. What it throws is logged, whatever was in
   * use before stays, and it is tried again: soon at first, later about once a minute.
   */
  follower:
    | Pick<KubeClient, 'reconnect'>
    | ((kubeConfig: KubeConfig) => void | Promise<void>);
  /** Ends it. */
  signal: AbortSignal;
  /** Hears what was taken up, and in words what was not. */
  logger?: Logger;
  /**
   * How often files are looked at although the system has reported no change, in milliseconds; default 10 000. Network
   * file systems report nothing.
   */
  pollMs?: number;
}

/** Of a kubeconfig that was not taken up. */
const backoff = { baseMs: 1_000, capMs: 60_000 };

/** A kubeconfig, and everything that it was made from as one text. */
interface Loaded {
  kubeConfig: KubeConfig;
  source: string;
}

/** Content of files, for comparison; one that cannot be read has none. */
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
    /** For the log. */
    what: object;
    load: () => Promise<Loaded>;
    /** Besides the certificate files of the kubeconfig. */
    files: string[];
  },
): void {
  const { follower, load, signal, what, logger = silentLogger } = options;
  const pollMs = checkMs('pollMs', options.pollMs ?? 10_000);
  let certificates: string[] = [];
  let lastFingerprint: string | undefined;
  let hasChanged = false;

  const logRejected = (error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error);
    logger.warn(
      { ...what, cause },
      hasChanged
        ? 'the kubeconfig has changed and cannot be used; the one before stays in use'
        : 'the kubeconfig cannot be used now; it is tried again',
    );
  };

  let loggedError: string | undefined;
  const applyKubeConfig = applyLatest<KubeConfig>({
    async apply(kubeConfig, superseded) {
      if (typeof follower === 'function') await follower(kubeConfig);
      // Old connections may take their time to end; the next change must not.
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

  /** Whether it is another one than last time. Who takes it up reads the certificates again, later than they are compared. */
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
 * Follows a kubeconfig file and the certificate files that it names: each time one of them changes, and once at the
 * start, the file is loaded anew and given to the follower. A Secret mounted into a pod may be exchanged as Kubernetes
 * does it, by links. A file that is half written or broken changes nothing.
 * @throws RangeError when `pollMs` is nothing that a timer can wait
 */
export function followKubeConfigFile(
  options: FollowOptions & {
    /** The file. */
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
 * Follows the certificate files that a kubeconfig names, whatever it was made from, for example the certificate
 * authority of `KubeConfig.loadFromCluster`. Token files need no following: they are read again anyway.
 * @throws RangeError when `pollMs` is nothing that a timer can wait
 */
export function followCertificateFiles(
  options: FollowOptions & {
    /** The kubeconfig. */
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
