/** Reads what an API server says about itself, with no rights but those of every signed-in user. */
import type { KubeClient } from '@klutch/kube';
import type { ServerFacts } from './checks/server';

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
