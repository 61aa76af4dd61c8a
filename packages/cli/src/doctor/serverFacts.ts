/** Reads what an API server says about itself, with no rights but those of every signed-in user. */
import { isNotFound, type KubeClient } from '@klutch/kube';
import type { ClockFacts, ServerFacts } from './checks/server';

/** Address and version. */
export async function readServer(
  client: KubeClient,
  signal: AbortSignal,
): Promise<ServerFacts> {
  const { gitVersion = '' } = (await client.raw('GET', '/version', undefined, {
    signal,
  })) as { gitVersion?: string };
  return { address: client.server, gitVersion };
}

const reviewPath = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const review = {
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'SelfSubjectReview',
};

/** When the server made a review, which every signed-in user may create; undefined before Kubernetes 1.28. */
async function reviewTime(
  client: KubeClient,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  try {
    const { metadata } = (await client.raw('POST', reviewPath, review, {
      signal,
    })) as { metadata?: { creationTimestamp?: string | null } };
    return metadata?.creationTimestamp;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The server's clock; undefined when the server does not tell its time. */
export async function readClock(
  client: KubeClient,
  signal: AbortSignal,
): Promise<ClockFacts | undefined> {
  const sentMs = Date.now();
  const serverMs = Date.parse((await reviewTime(client, signal)) ?? '');
  return Number.isNaN(serverMs)
    ? undefined
    : { serverMs, sentMs, receivedMs: Date.now() };
}
