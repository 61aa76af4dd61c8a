/** Checks of the addresses that app clusters and terminals use. */
import { bindResources } from '@klutch/bind-api';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { isLoopback } from '@klutch/binding-backend';
import { readServerCertificate, resourceName } from '@klutch/kube';
import { failureText } from '../failureText';
import { finding, type Check, type Finding } from './finding';

/** What is checked. */
export interface AddressOptions {
  /** URL at which join commands redeem their tokens; its `GET` is public. */
  joinUrl: string;
  /** URL of the control plane's API server for app clusters. */
  server: string;
}

/** The CRD of bindings, which `GET` returns at the address of join commands, contains this name. */
const marker = resourceName(bindResources.bindings);

async function checkPortalUrl(
  joinUrl: string,
  signal: AbortSignal,
): Promise<Finding> {
  const target = new URL(joinUrl);
  const url = target.origin;
  const isOnThisMachine = isLoopback(target.hostname);
  if (target.protocol !== 'https:' && !isOnThisMachine) {
    return finding('failed', explain('SetUpUrlInsecure', { url }));
  }
  try {
    const response = await fetch(target, { redirect: 'manual', signal });
    const body = await response.text();
    if (!response.ok || !body.includes(marker)) {
      const params = { url: joinUrl, status: `${response.status}` };
      return finding('failed', explain('SetUpUrlOther', params));
    }
    return isOnThisMachine
      ? finding('warning', explain('SetUpUrlLoopback', { url }))
      : finding('ok', explain('SetUpUrlAnswers', { url }));
  } catch (error) {
    // Some networks let nobody reach a load balancer from behind it.
    const params = { url, error: failureText(error) };
    return finding('warning', explain('SetUpUrlUnreachable', params));
  }
}

async function checkServerUrl(
  server: string,
  signal: AbortSignal,
): Promise<Finding> {
  const url = new URL(server);
  if (isLoopback(url.hostname)) {
    return finding('warning', explain('SetUpServerLoopback', { server }));
  }
  try {
    await readServerCertificate(url, { signal });
    return finding('ok', explain('SetUpServerAnswers', { server }));
  } catch (error) {
    const params = { server, error: failureText(error) };
    return finding('warning', explain('SetUpServerUnreachable', params));
  }
}

/** The check of the portal's address, and of the control plane's address for app clusters. */
export const addressCheck = ({ joinUrl, server }: AddressOptions): Check => ({
  name: 'externalUrl',
  docs: 'install-in-backstage.md#8-in-production',
  run: signal =>
    Promise.all([
      checkPortalUrl(joinUrl, signal),
      checkServerUrl(server, signal),
    ]),
});
