/** Creates a claim once, also when its task is interrupted and resumed. */
import { ConflictError } from '@backstage/errors';
import {
  stringifyClaimRef,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { findClaim, postClaim } from './claimCalls';
import { covers } from './covers';
import { portalPath } from './portalPath';
import type { TaskContext } from './TaskContext';

type ClaimRequest = Schemas['ClaimRequest'];
type ClaimDetail = Schemas['ClaimDetail'];

/** What a task remembers of a claim; without the spec, which a template can fill with secrets. */
export type CreatedClaim = {
  type: Schemas['ClaimType'];
  owner?: string;
  component?: string;
  system?: string;
  secretName?: string;
  /** Path below the portal's mount path. */
  path: string;
};

const createdClaim = (
  request: ClaimRequest,
  claim: ClaimDetail,
): CreatedClaim => {
  const { type, owner, component, system, secretName } = claim;
  return {
    type,
    ...(owner && { owner }),
    ...(component && { component }),
    ...(system && { system }),
    ...(secretName && { secretName }),
    path: portalPath(request, claim),
  };
};

/** The claim that an earlier attempt of this task created, if it did. */
async function findOwnClaim(
  client: KlutchClient,
  request: ClaimRequest,
  { owner, component, system }: CreatedClaim,
): Promise<ClaimDetail | undefined> {
  const claim = await findClaim(client, request);
  const isOwn =
    claim?.deleting === false &&
    claim.owner === owner &&
    claim.component === component &&
    claim.system === system &&
    covers(claim.spec, request.spec);
  return isOwn ? claim : undefined;
}

/**
 * Validates the claim by a dry run on the app cluster, then creates it. In a dry run of the template nothing is created.
 *
 * The dry run fails when the name is taken, and its success is remembered by the task. So a claim that is in the way
 * later, in a resumed task, did not exist when the task began, and is the task's own if it is the same order of the same
 * owner.
 *
 * @param check - called once with the result of the dry run, before anything is created; its error stops the task
 * @throws ConflictError for a name that another claim has, InputError with the fields that the app cluster refuses
 */
export async function createClaim(
  ctx: TaskContext,
  client: KlutchClient,
  request: ClaimRequest,
  check: (claim: ClaimDetail) => Promise<void> | void = () => undefined,
): Promise<CreatedClaim> {
  const { cluster, namespace, resource, name } = request;
  const key = stringifyClaimRef(request);
  let isResumed = true;
  const checked = await ctx.checkpoint({
    key: `klutch.claim.checked.${key}`,
    fn: async () => {
      isResumed = false;
      const claim = await postClaim(client, request, true);
      await check(claim);
      return createdClaim(request, claim);
    },
  });
  ctx.logger.info(`The app cluster accepts ${resource} ${name}.`);
  if (ctx.isDryRun) return checked;
  return ctx.checkpoint({
    key: `klutch.claim.created.${key}`,
    fn: async () => {
      try {
        const claim = await postClaim(client, request, false);
        ctx.logger.info(`Ordered ${name} in ${namespace} on ${cluster}.`);
        return createdClaim(request, claim);
      } catch (error) {
        const own =
          isResumed && error instanceof ConflictError
            ? await findOwnClaim(client, request, checked)
            : undefined;
        if (!own) throw error;
        ctx.logger.info(`An earlier attempt of this task ordered ${name}.`);
        return createdClaim(request, own);
      }
    },
  });
}
