/** Calls of the REST API about one claim. */
import type {
  ClaimRef,
  KlutchClient,
  Reason,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  dataOf,
  errorBody,
  responseOf,
  unwrap,
  type PortalResponse,
} from '../portal/portalErrors';

type ClaimDetail = Schemas['ClaimDetail'];

/** Other reasons for status 404, such as an unknown app cluster, do not mean that the claim is gone. */
const missingReasons: readonly (string | undefined)[] = [
  'ClaimNotFound',
  'ClaimGone',
  'ObjectNotFound',
] satisfies Reason[];

const isMissing = ({ error, response }: PortalResponse<unknown>): boolean =>
  response.status === 404 && missingReasons.includes(errorBody(error)?.reason);

const pathOf = ({ cluster, namespace, resource, name }: ClaimRef) => ({
  cluster,
  namespace,
  resource,
  name,
});

const get = (client: KlutchClient, ref: ClaimRef) =>
  client.GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
    params: { path: pathOf(ref) },
  });

/** @throws NotFoundError when the claim does not exist */
export const getClaim = (
  client: KlutchClient,
  ref: ClaimRef,
): Promise<ClaimDetail> => unwrap(get(client, ref));

/** Undefined when the claim does not exist. */
export async function findClaim(
  client: KlutchClient,
  ref: ClaimRef,
): Promise<ClaimDetail | undefined> {
  const response = await responseOf(get(client, ref));
  return isMissing(response) ? undefined : dataOf(response);
}

/** @param dryRun - only a dry run on the app cluster */
export const postClaim = (
  client: KlutchClient,
  body: Schemas['ClaimRequest'],
  dryRun: boolean,
): Promise<ClaimDetail> =>
  unwrap(client.POST('/claims', { params: { query: { dryRun } }, body }));

/** @param dryRun - only a dry run on the app cluster */
export const patchClaim = (
  client: KlutchClient,
  ref: ClaimRef,
  body: Schemas['ClaimChange'],
  dryRun: boolean,
): Promise<ClaimDetail> =>
  unwrap(
    client.PATCH('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: { path: pathOf(ref), query: { dryRun } },
      body,
    }),
  );

/**
 * Starts the deletion of a claim, unless it is gone.
 *
 * @param uid - a later claim of the same name is another one, and stays
 */
export async function deleteClaim(
  client: KlutchClient,
  ref: ClaimRef,
  uid: string,
): Promise<void> {
  const present = await findClaim(client, ref);
  if (present?.uid !== uid) return;
  const response = await responseOf(
    client.DELETE('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: { path: pathOf(ref), query: { confirm: ref.name, uid } },
      // The response has no body, and some proxies omit the content-length header that openapi-fetch checks.
      parseAs: 'text',
    }),
  );
  if (!isMissing(response)) dataOf<unknown>(response);
}
