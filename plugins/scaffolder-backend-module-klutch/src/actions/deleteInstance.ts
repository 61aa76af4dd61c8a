/** Scaffolder action that deletes a service instance with its data. */
import {
  ConflictError,
  InputError,
  NotAllowedError,
  ServiceUnavailableError,
} from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  stringifyClaimRef,
  type ClaimRef,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { deleteClaim, findClaim, getClaim } from '../claims/claimCalls';
import { locateClaim, type ClaimActionOptions } from '../claims/locateClaim';
import { pollClaim } from '../claims/pollClaim';
import type { TaskContext } from '../claims/TaskContext';
import { unwrap, userError } from '../portal/portalErrors';
import { examples } from './deleteInstance.examples';
import { claimRefField, instanceField, type Z } from './fields';

/** The claims to delete, as they were when the step began: later claims of the same names stay. */
type DeletionPlan = {
  uid: string;
  bindings: { resource: string; name: string; uid: string }[];
};

/** How long service bindings may take to be gone. */
const BINDINGS_TIMEOUT_MS = 10 * 60_000;

/** The largest page that the REST API has. */
const MAX_LIMIT = 1000;

async function listBindings(
  client: KlutchClient,
  { cluster, namespace, resource, name }: ClaimRef,
): Promise<Schemas['Claim'][]> {
  const bindings: Schemas['Claim'][] = [];
  let cursor: string | undefined;
  do {
    const { items, complete, nextCursor } = await unwrap(
      client.GET('/claims', {
        params: {
          query: {
            type: 'binding',
            cluster,
            namespace,
            instance: name,
            instanceResource: resource,
            limit: MAX_LIMIT,
            cursor,
          },
        },
      }),
    );
    if (complete === false) {
      throw userError(
        ServiceUnavailableError,
        `The service bindings of ${name} are not all known at the moment. ${name} was not deleted. Try again in a moment.`,
      );
    }
    bindings.push(...items);
    cursor = nextCursor;
  } while (cursor);
  return bindings;
}

const namesOf = (claims: { name: string }[]) =>
  claims.map(({ name }) => name).join(', ');

/**
 * Decides what to delete.
 *
 * @throws NotFoundError for an instance that does not exist, InputError for one with service bindings unless they are to
 * be deleted, too, NotAllowedError when one of the claims is protected
 */
async function planDeletion(
  client: KlutchClient,
  instance: ClaimRef,
  deleteBindings: boolean,
): Promise<DeletionPlan> {
  const claim = await getClaim(client, instance);
  if (claim.type !== 'instance') {
    throw userError(InputError, `${instance.name} is no service instance.`);
  }
  const bindings = await listBindings(client, instance);
  if (bindings.length > 0 && !deleteBindings) {
    throw userError(
      InputError,
      `${instance.name} has service bindings, whose credentials would no longer work: ${namesOf(bindings)}. Set deleteBindings to delete them, too.`,
    );
  }
  const protectedClaims = [claim, ...bindings].filter(
    ({ protected: isProtected }) => isProtected,
  );
  if (protectedClaims.length > 0) {
    throw userError(
      NotAllowedError,
      `Protected from deletion: ${namesOf(protectedClaims)}. Nothing was deleted. Remove the protection first.`,
    );
  }
  return {
    uid: claim.uid,
    bindings: bindings.map(({ resource, name, uid }) => ({
      resource,
      name,
      uid,
    })),
  };
}

/** Deletes service bindings and waits until they are gone, because their credentials are removed from the instance. */
async function deleteBindingsOf(
  ctx: TaskContext,
  client: KlutchClient,
  instance: ClaimRef,
  options: { bindings: DeletionPlan['bindings']; intervalMs?: number },
): Promise<void> {
  const { bindings, intervalMs } = options;
  for (const { resource, name, uid } of bindings) {
    ctx.logger.info(`Deleting the service binding ${name}.`);
    await deleteClaim(client, { ...instance, resource, name }, uid);
  }
  for (const { resource, name, uid } of bindings) {
    const ref = { ...instance, resource, name };
    const { isDone, state } = await pollClaim(client, ref, {
      isDone: claim => claim?.uid !== uid,
      timeoutMs: BINDINGS_TIMEOUT_MS,
      intervalMs,
      signal: ctx.signal,
      onState: text => ctx.logger.info(`${name}: ${text}`),
    });
    if (isDone) continue;
    throw userError(
      Error,
      `The service binding ${name} is not gone after ten minutes (${state}). ${instance.name} was not deleted.`,
    );
  }
}

/**
 * Starts the deletion of the instance, unless it is gone or being deleted.
 *
 * @throws ConflictError when the instance has service bindings that are not in the plan
 */
async function deletePlanned(
  client: KlutchClient,
  instance: ClaimRef,
  { uid, bindings }: DeletionPlan,
): Promise<void> {
  const present = await findClaim(client, instance);
  if (present?.uid !== uid || present.deleting) return;
  const planned = new Set(bindings.map(binding => binding.uid));
  const later = (await listBindings(client, instance)).filter(
    binding => !planned.has(binding.uid),
  );
  if (later.length > 0) {
    throw userError(
      ConflictError,
      `${instance.name} has service bindings that were ordered after this step began: ${namesOf(later)}. ${instance.name} was not deleted. Start the template again with deleteBindings to delete them, too, or delete them and retry the task.`,
    );
  }
  await deleteClaim(client, instance, uid);
}

const schema = {
  input: {
    instance: instanceField,
    deleteBindings: (z: Z) =>
      z
        .boolean()
        .optional()
        .describe(
          'Whether its service bindings are deleted first. Default: false, and an instance with service bindings is not deleted',
        ),
  },
  output: {
    claimRef: claimRefField,
  },
};

/**
 * Creates the action `klutch:instance:delete`. A resumed task deletes only what existed when the step began.
 *
 * @public
 */
export function createDeleteInstanceAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:instance:delete',
    description:
      'Deletes a service instance with its data, as the person who runs the template. Backups stay. Follow it with klutch:wait until gone when later steps need that.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { client, ref: instance } = await locateClaim(
        ctx,
        ctx.input.instance,
        options,
      );
      const key = stringifyClaimRef(instance);
      const plan = await ctx.checkpoint({
        key: `klutch.instance.deletion.${key}`,
        fn: () =>
          planDeletion(client, instance, ctx.input.deleteBindings ?? false),
      });
      ctx.output('claimRef', key);
      if (ctx.isDryRun) {
        const names = namesOf([...plan.bindings, instance]);
        ctx.logger.info(`Would be deleted: ${names}.`);
        return;
      }
      await ctx.checkpoint({
        key: `klutch.instance.deleted.${key}`,
        fn: async () => {
          await deleteBindingsOf(ctx, client, instance, {
            bindings: plan.bindings,
            intervalMs: options.intervalMs,
          });
          await deletePlanned(client, instance, plan);
        },
      });
      ctx.logger.info(`The deletion of ${instance.name} has begun.`);
    },
  });
}
