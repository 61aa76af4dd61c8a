/** The claim that an action is about, from its input. */
import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import type { CatalogService } from '@backstage/plugin-catalog-node';
import {
  claimEntityRef,
  KLUTCH_CLAIM_ANNOTATION,
  parseClaimRef,
  type ClaimRef,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import type { KlutchClientFor } from '@klutch/backstage-plugin-klutch-node';
import { userError } from '../portal/portalErrors';
import { findClaim, getClaim } from './claimCalls';
import type { TaskContext } from './TaskContext';

/** Dependencies of actions about an existing claim. @public */
export interface ClaimActionOptions {
  /** Resolves entity refs of instances. */
  catalog: CatalogService;
  /** Clients of the portal's REST API, as the person who runs the template. */
  clientFor: KlutchClientFor;
  /** Path where the app mounts the portal, such as `/klutch`. */
  mountPath: string;
  /** Pause between two readings of a claim, in actions that wait. Default: 2 seconds. */
  intervalMs?: number;
}

function entityRefOf(input: string): string {
  try {
    const ref = parseEntityRef(input, { defaultKind: 'resource' });
    if (!ref.name.includes('/')) return stringifyEntityRef(ref);
  } catch {
    // Not an entity ref, as below.
  }
  throw userError(
    InputError,
    `"${input}" is neither a claim ref, such as apps-dev/team-a/postgresqlinstances.anynines.com/orders-db, nor an entity ref.`,
  );
}

/**
 * The claim of an entity. Names of entities are shortened, so the claim ref is read from the annotation of the entity.
 *
 * @throws InputError for another text or entity, NotFoundError for an entity that the person does not see
 */
async function claimRefOfEntity(
  input: string,
  catalog: CatalogService,
  credentials: BackstageCredentials,
): Promise<ClaimRef> {
  const entityRef = entityRefOf(input);
  const entity = await catalog.getEntityByRef(entityRef, { credentials });
  if (!entity) {
    throw userError(
      NotFoundError,
      `The catalog has no entity ${entityRef}. Instances appear there a moment after they were ordered.`,
    );
  }
  const annotation = entity.metadata.annotations?.[KLUTCH_CLAIM_ANNOTATION];
  const ref = annotation && parseClaimRef(annotation);
  // Everybody who may register entities can write the annotation, so the name must be that of the claim, too.
  if (ref && entityRef === claimEntityRef(ref)) return ref;
  throw userError(InputError, `${entityRef} is no service instance.`);
}

/**
 * The client for the person who runs the template, and the claim of an input: a claim ref, or the entity ref of an
 * instance. A resumed task keeps the claim of an entity that is gone.
 *
 * @throws InputError for another text or entity, NotFoundError for an entity that the person does not see
 */
export async function locateClaim(
  ctx: TaskContext,
  input: string,
  { catalog, clientFor }: ClaimActionOptions,
): Promise<{ client: KlutchClient; ref: ClaimRef }> {
  const credentials = await ctx.getInitiatorCredentials();
  const client = await clientFor(credentials);
  const ref =
    parseClaimRef(input) ??
    (await ctx.checkpoint({
      key: `klutch.ref.${input}`,
      fn: async () => ({
        ...(await claimRefOfEntity(input, catalog, credentials)),
      }),
    }));
  return { client, ref };
}

/**
 * Checks that an instance exists. In a dry run it may be missing, because an earlier step would order it.
 *
 * @throws NotFoundError, ConflictError for an instance that is being deleted
 */
export async function requireInstance(
  ctx: TaskContext,
  client: KlutchClient,
  instance: ClaimRef,
): Promise<void> {
  const read = ctx.isDryRun ? findClaim : getClaim;
  const claim = await read(client, instance);
  if (!claim) {
    ctx.logger.info(
      `${instance.name} does not exist yet. It has to when this step runs.`,
    );
  }
  if (claim?.deleting) {
    throw userError(ConflictError, `${instance.name} is being deleted.`);
  }
}
