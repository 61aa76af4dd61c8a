/** Watches one claim until a condition holds. */
import { isExpired, type KubeClient } from '@klutch/kube';
import { claimResource, type Claim, type ClaimApi } from './ClaimApi';
import { claimMessage, claimState, hasFailed } from './claimState';
import { printable } from '../output/table';

/** Options of {@link waitForClaim}. */
export interface WaitForClaimOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  until: (claim: Claim) => boolean;
  /** Receives each new state and message of the claim. */
  onProgress: (text: string) => void;
}

const progressText = (claim: Claim) => {
  const message = claimMessage(claim);
  const state = claimState(claim);
  return printable(message ? `${state}: ${message}` : state);
};

const timedOut = ({ singular }: ClaimApi, name: string, last: string) =>
  new Error(
    `Timed out waiting for ${name}${last && ` (${last})`}. It stays ordered: "kubectl klutch trace ${singular}/${name}" shows its state; run the command again to go on waiting, longer with --timeout.`,
  );

const failed = ({ kind, singular }: ClaimApi, name: string, claim: Claim) =>
  new Error(
    `${kind} "${name}" failed: ${printable(claimMessage(claim) || 'no reason was reported')}. "kubectl klutch trace ${singular}/${name}" shows the failing step.`,
  );

/** The claim when `until` holds; undefined when the server ended the watch before. */
async function watchOnce(
  client: KubeClient,
  api: ClaimApi,
  key: { namespace: string; name: string },
  { until, onProgress }: WaitForClaimOptions,
  signal: AbortSignal,
): Promise<Claim | undefined> {
  const { namespace, name } = key;
  const selection = { namespace, fieldSelector: `metadata.name=${name}` };
  const resource = claimResource(api);
  const { items, resourceVersion } = await client.list(resource, {
    ...selection,
    signal,
  });
  const [present] = items;
  if (!present) throw new Error(`${api.kind} "${name}" no longer exists.`);
  const isDone = (claim: Claim) => {
    onProgress(progressText(claim));
    if (hasFailed(claim)) throw failed(api, name, claim);
    return until(claim);
  };
  if (isDone(present)) return present;
  const events = client.watch(resource, {
    ...selection,
    resourceVersion,
    signal,
  });
  for await (const event of events) {
    if (event.type === 'BOOKMARK') continue;
    if (event.type === 'DELETED') {
      throw new Error(`${api.kind} "${name}" was deleted while waiting.`);
    }
    if (isDone(event.object)) return event.object;
  }
  return undefined;
}

/**
 * Waits until a condition of a claim holds.
 *
 * @throws Error after the timeout, and when the claim fails or is deleted
 */
export async function waitForClaim(
  client: KubeClient,
  api: ClaimApi,
  key: { namespace: string; name: string },
  options: WaitForClaimOptions,
): Promise<Claim> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any(
    options.signal ? [timeout, options.signal] : [timeout],
  );
  let last = '';
  const onProgress = (text: string) => {
    if (text !== last) options.onProgress(text);
    last = text;
  };
  for (;;) {
    try {
      const claim = await watchOnce(
        client,
        api,
        key,
        { ...options, onProgress },
        signal,
      );
      if (claim) return claim;
    } catch (error) {
      if (timeout.aborted) throw timedOut(api, key.name, last);
      if (!isExpired(error)) throw error;
    }
  }
}
