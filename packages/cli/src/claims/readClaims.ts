/** Finds claims that other claims refer to. */
import {
  isForbidden,
  isNotFound,
  resourceName,
  type KubeClient,
} from '@klutch/kube';
import { claimResource, type Claim, type ClaimApi } from './ClaimApi';
import { findApi, splitTypeAndName } from './findApi';

/** A claim and its API. */
export interface FoundClaim {
  api: ClaimApi;
  claim: Claim;
}

/** Without the right to read an API, its claims are not searched. */
const ignoreUnreadable = (error: unknown) => {
  if (isForbidden(error) || isNotFound(error)) return undefined;
  throw error;
};

/** The command that lists claims of these APIs. */
const listCommand = (apis: readonly ClaimApi[], namespace: string): string =>
  apis.every(({ type }) => type === 'instance')
    ? `kubectl klutch get instances -n ${namespace}`
    : `kubectl get ${apis.map(resourceName).join(',')} -n ${namespace}`;

/**
 * The claims with this `NAME` or `TYPE/NAME` in a namespace; several when different APIs have claims of this name.
 *
 * @param apis - the APIs to search; with a type, only that API
 */
export async function findClaims(
  client: KubeClient,
  apis: readonly ClaimApi[],
  reference: string,
  namespace: string,
): Promise<FoundClaim[]> {
  const { type, name } = splitTypeAndName(reference);
  const searched = type === undefined ? apis : [findApi(apis, type)];
  const found = await Promise.all(
    searched.map(async api => {
      const get = client.get(claimResource(api), { namespace, name });
      const claim = await (type === undefined
        ? get.catch(ignoreUnreadable)
        : get);
      return claim ? [{ api, claim }] : [];
    }),
  );
  return found.flat();
}

/**
 * The only claim with this `NAME` or `TYPE/NAME`.
 *
 * @throws Error when there is none, or several
 */
export async function findClaim(
  client: KubeClient,
  apis: readonly ClaimApi[],
  reference: string,
  namespace: string,
): Promise<FoundClaim> {
  const found = await findClaims(client, apis, reference, namespace);
  const [first] = found;
  if (first && found.length === 1) return first;
  if (!first) {
    const { type } = splitTypeAndName(reference);
    const searched = type === undefined ? apis : [findApi(apis, type)];
    throw new Error(
      `"${reference}" was not found in namespace "${namespace}". "${listCommand(searched, namespace)}" lists what is there.`,
    );
  }
  const choices = found.map(
    ({ api, claim }) => `${api.plural}/${claim.metadata.name}`,
  );
  throw new Error(
    `"${reference}" is ambiguous. Use one of: ${choices.join(', ')}.`,
  );
}
