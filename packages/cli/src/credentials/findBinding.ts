/** Finds or creates the service binding with which `connect` connects. */
import { randomBytes } from 'node:crypto';
import { apiVersionOf, type KubeClient } from '@klutch/kube';
import { apiToCreate } from '../claims/runCreate';
import { claimResource, type Claim, type ClaimApi } from '../claims/ClaimApi';
import { isReady } from '../claims/claimState';
import type { CommandContext } from '../CommandContext';
import { fieldManager } from '../cluster/fieldManager';
import type { SelectedCluster } from '../cluster/selectCluster';
import { splitTypeAndName } from '../claims/findApi';
import { findClaim, findClaims, type FoundClaim } from '../claims/readClaims';
import { relatedSpec } from '../claims/relatedSpec';
import { waitForClaim } from '../claims/waitForClaim';
import { writeProgress } from '../progress';

/** Whether a service binding belongs to an instance. */
const isBindingOf =
  ({ claim: instance, api }: FoundClaim, bindingApi: ClaimApi) =>
  ({ spec, metadata }: Claim): boolean =>
    !metadata.deletionTimestamp &&
    spec?.instanceRef === instance.metadata.name &&
    spec?.serviceInstanceType ===
      relatedSpec({ api, claim: instance }, bindingApi).serviceInstanceType;

/** The ready service binding of an instance that is named first; undefined when there is none. */
export async function readyBindingOf(
  client: KubeClient,
  apis: readonly ClaimApi[],
  instance: FoundClaim,
): Promise<FoundClaim | undefined> {
  const { namespace } = instance.claim.metadata;
  for (const api of apis.filter(({ type }) => type === 'binding')) {
    const { items } = await client.list(claimResource(api), { namespace });
    const claim = items
      .filter(isBindingOf(instance, api))
      .find(candidate => isReady(candidate));
    if (claim) return { api, claim };
  }
  return undefined;
}

/** The service binding of this name or, without one, the instance. */
export async function findBindingOrInstance(
  { client, namespace }: SelectedCluster,
  apis: readonly ClaimApi[],
  reference: string,
): Promise<FoundClaim> {
  const bindings = apis.filter(({ type }) => type === 'binding');
  const instances = apis.filter(({ type }) => type === 'instance');
  const { type } = splitTypeAndName(reference);
  const [binding] =
    type === undefined
      ? await findClaims(client, bindings, reference, namespace)
      : [];
  const candidates = [...bindings, ...instances];
  return binding ?? findClaim(client, candidates, reference, namespace);
}

/** Creates a service binding for one session, runs `work` when it is ready, and deletes it. */
export async function withTemporaryBinding<T>(
  context: CommandContext,
  { client, namespace }: SelectedCluster,
  apis: readonly ClaimApi[],
  instance: FoundClaim,
  work: (binding: FoundClaim) => Promise<T>,
): Promise<T> {
  const api = apiToCreate(apis, 'binding', undefined);
  const name = `${(instance.claim.metadata.name ?? '').slice(0, 40)}-session-${randomBytes(3).toString('hex')}`;
  const key = { namespace, name };
  await client.create(
    claimResource(api),
    {
      apiVersion: apiVersionOf(api),
      kind: api.kind,
      metadata: key,
      spec: relatedSpec(instance, api),
    },
    { fieldManager, strictFields: true },
  );
  try {
    const claim = await waitForClaim(client, api, key, {
      timeoutMs: 300_000,
      signal: context.signal,
      until: isReady,
      onProgress: text =>
        writeProgress(
          context.stderr,
          `Temporary service binding ${name}: ${text}`,
        ),
    });
    return await work({ api, claim });
  } finally {
    await client.delete(claimResource(api), key);
  }
}
