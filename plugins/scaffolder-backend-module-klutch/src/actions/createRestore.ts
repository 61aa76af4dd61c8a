/** Scaffolder action that restores a backup. */
import { InputError, NotFoundError } from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  parseClaimRef,
  stringifyClaimRef,
  type ClaimRef,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import { createClaim } from '../claims/createClaim';
import {
  locateClaim,
  requireInstance,
  type ClaimActionOptions,
} from '../claims/locateClaim';
import { findClaim } from '../claims/claimCalls';
import { nameInTask } from '../claims/nameInTask';
import { getService, relatedApi, relatedClaim } from '../claims/relatedClaim';
import type { TaskContext } from '../claims/TaskContext';
import { userError } from '../portal/portalErrors';
import { examples } from './createRestore.examples';
import {
  claimRefField,
  instanceField,
  optionalNameField,
  pathField,
  type Z,
} from './fields';

/** The claim of the input `backup`: a claim ref, or the name of a backup in the namespace of the instance. */
function backupOf(
  input: string,
  { cluster, namespace }: ClaimRef,
  resource: string,
): ClaimRef {
  const ref = parseClaimRef(input);
  if (!ref) return { cluster, namespace, resource, name: input };
  const isBeside =
    ref.cluster === cluster &&
    ref.namespace === namespace &&
    ref.resource === resource;
  if (isBeside) return ref;
  throw userError(
    InputError,
    `${input} cannot be restored, because only ${resource} in namespace ${namespace} on ${cluster} can.`,
  );
}

/** Checks that the service can restore the backup into the instance. */
async function requireRestorable(
  ctx: TaskContext,
  client: KlutchClient,
  backup: ClaimRef,
  target: { instance: ClaimRef; restoreApi: string },
): Promise<void> {
  const { instance, restoreApi } = target;
  const claim = await findClaim(client, backup);
  if (!claim && ctx.isDryRun) {
    ctx.logger.info(
      `The backup ${backup.name} does not exist yet. It has to when this step runs.`,
    );
    return;
  }
  if (!claim) {
    throw userError(
      NotFoundError,
      `The backup ${backup.name} does not exist in namespace ${backup.namespace} on ${backup.cluster}.`,
    );
  }
  if (claim.instanceResource !== instance.resource) {
    throw userError(
      InputError,
      `${backup.name} is a backup of another service than that of ${instance.name}.`,
    );
  }
  if (claim.instanceRef === instance.name) return;
  const { restoresElsewhere } = await getService(client, restoreApi);
  if (restoresElsewhere) return;
  throw userError(
    InputError,
    `${backup.name} is a backup of ${claim.instanceRef}, and this service restores backups only into the instance that they were taken of.`,
  );
}

const schema = {
  input: {
    instance: instanceField,
    backup: (z: Z) =>
      z
        .string()
        .describe(
          'The backup: the output claimRef of klutch:backup:create, or the name of a backup in the namespace of the instance',
        ),
    name: optionalNameField,
  },
  output: {
    claimRef: claimRefField,
    name: (z: Z) => z.string().describe('Name of the restore'),
    path: pathField,
  },
};

/**
 * Creates the action `klutch:restore:create`.
 *
 * @public
 */
export function createCreateRestoreAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:restore:create',
    description:
      'Restores a backup into a service instance, whose data it overwrites, as the person who runs the template. Needs the right to read credentials. Follow it with klutch:wait to wait until the restore is done.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { client, ref: instance } = await locateClaim(
        ctx,
        ctx.input.instance,
        options,
      );
      const name = await nameInTask(ctx, {
        input: ctx.input.name,
        type: 'restore',
        instance,
        start: `${instance.name}-restore`,
      });
      const service = await getService(client, instance.resource);
      const backup = backupOf(
        ctx.input.backup,
        instance,
        relatedApi(service, 'backup'),
      );
      const request = relatedClaim(service, instance, {
        type: 'restore',
        name,
        backupRef: backup.name,
      });
      const { path } = await createClaim(ctx, client, request, async () => {
        await requireInstance(ctx, client, instance);
        await requireRestorable(ctx, client, backup, {
          instance,
          restoreApi: request.resource,
        });
      });
      ctx.output('claimRef', stringifyClaimRef(request));
      ctx.output('name', name);
      ctx.output('path', `${options.mountPath}${path}`);
    },
  });
}
