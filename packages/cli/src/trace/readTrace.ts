/** Reads what the steps of a claim are derived from. */
import { annotations, bindResources, names } from '@klutch/bind-api';
import {
  readClaimTrace,
  type ClaimTrace,
  type TraceFinding,
} from '@klutch/control-plane-health';
import {
  core,
  isForbidden,
  isNotFound,
  resourceName,
  type KubeClient,
  type KubeEvent,
  type Unstructured,
} from '@klutch/kube';
import { claimResource, type Claim } from '../claims/ClaimApi';
import type { FoundClaim } from '../claims/readClaims';
import type { SelectedCluster } from '../cluster/selectCluster';
import type { AppClusterFacts } from './appClusterSteps';

async function readBinding(
  client: KubeClient,
  { api }: FoundClaim,
): Promise<AppClusterFacts['binding']> {
  try {
    return await client.get(bindResources.bindings, {
      namespace: names.appClusterNamespace,
      name: resourceName(api),
    });
  } catch (error) {
    if (isNotFound(error)) return undefined; // Nothing was ever bound here.
    if (isForbidden(error)) return 'unreadable';
    throw error;
  }
}

const timeOf = ({ eventTime, lastTimestamp, metadata }: KubeEvent): string =>
  lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? '';

/** Warnings about the claim; none without the right to read events. */
async function readWarnings(
  client: KubeClient,
  { metadata }: Claim,
): Promise<KubeEvent[]> {
  try {
    const { items } = await client.list(core.events, {
      namespace: metadata.namespace,
      fieldSelector: `involvedObject.uid=${metadata.uid},type=Warning`,
    });
    return items.sort((a, b) => timeOf(b).localeCompare(timeOf(a)));
  } catch (error) {
    if (isForbidden(error)) return [];
    throw error;
  }
}

/** What the app cluster says about a claim. */
export async function readAppCluster(
  client: KubeClient,
  found: FoundClaim,
): Promise<AppClusterFacts> {
  const [binding, warnings] = await Promise.all([
    readBinding(client, found),
    readWarnings(client, found.claim),
  ]);
  return { ...found, binding, warnings };
}

/**
 * The provider copy of a claim, by the UID that the konnector writes to it. Without the right to list the API in all
 * namespaces, only the namespace of the kubeconfig's context is searched.
 */
async function findCopy(
  { client, namespace }: SelectedCluster,
  { api, claim }: FoundClaim,
): Promise<Claim | undefined> {
  const { name, uid } = claim.metadata;
  const fieldSelector = `metadata.name=${name}`;
  const list = (options: { namespace?: string }) =>
    client.list(claimResource(api), { ...options, fieldSelector });
  const { items } = await list({}).catch(error => {
    if (!isForbidden(error)) throw error;
    return list({ namespace });
  });
  return items.find(
    ({ metadata }) => metadata.annotations?.[annotations.consumerUid] === uid,
  );
}

/** What the control plane says about a claim, or why that is not known. */
export type ControlPlaneResult =
  | { trace: ClaimTrace }
  | { incomplete: string; finding: TraceFinding };

/** Reads the provider copy of a claim and everything composed for it. */
export async function readControlPlane(
  plane: SelectedCluster,
  found: FoundClaim,
): Promise<ControlPlaneResult> {
  const api = resourceName(found.api);
  try {
    const copy = await findCopy(plane, found);
    if (copy) {
      const trace = await readClaimTrace(plane.client, copy as Unstructured);
      return { trace };
    }
    return {
      finding: 'NotPickedUp',
      incomplete: `The control plane has no copy of this ${found.api.kind}: the konnector has not created one, or --control-plane-context leads to another control plane.`,
    };
  } catch (error) {
    if (isForbidden(error)) {
      return {
        finding: 'NotReadable',
        incomplete: `The control plane refuses: ${error.message}. Ask its operator for the right, and select the service namespace in the context of the kubeconfig.`,
      };
    }
    if (isNotFound(error)) {
      return {
        finding: 'ObjectMissing',
        incomplete: `The control plane does not serve ${api}. Check that --control-plane-context leads to the control plane.`,
      };
    }
    throw error;
  }
}
