/** Scaffolder action that takes a backup. */
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import { stringifyClaimRef } from '@klutch/backstage-plugin-klutch-common';
import { createClaim } from '../claims/createClaim';
import {
  locateClaim,
  requireInstance,
  type ClaimActionOptions,
} from '../claims/locateClaim';
import { nameInTask } from '../claims/nameInTask';
import { getService, relatedClaim } from '../claims/relatedClaim';
import { examples } from './createBackup.examples';
import {
  claimRefField,
  instanceField,
  optionalNameField,
  pathField,
  type Z,
} from './fields';

const schema = {
  input: {
    instance: instanceField,
    name: optionalNameField,
  },
  output: {
    claimRef: claimRefField,
    name: (z: Z) => z.string().describe('Name of the backup'),
    path: pathField,
  },
};

/**
 * Creates the action `klutch:backup:create`.
 *
 * @public
 */
export function createCreateBackupAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:backup:create',
    description:
      'Takes a backup of a service instance, as the person who runs the template. Follow it with klutch:wait to wait until the backup is done.',
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
        type: 'backup',
        instance,
        start: instance.name,
      });
      const service = await getService(client, instance.resource);
      const request = relatedClaim(service, instance, {
        type: 'backup',
        name,
      });
      const { path } = await createClaim(ctx, client, request, () =>
        requireInstance(ctx, client, instance),
      );
      ctx.output('claimRef', stringifyClaimRef(request));
      ctx.output('name', name);
      ctx.output('path', `${options.mountPath}${path}`);
    },
  });
}
