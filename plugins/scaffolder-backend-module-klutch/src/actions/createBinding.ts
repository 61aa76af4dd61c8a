/** Scaffolder action that orders a service binding. */
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import { stringifyClaimRef } from '@klutch/backstage-plugin-klutch-common';
import { createClaim } from '../claims/createClaim';
import {
  locateClaim,
  requireInstance,
  type ClaimActionOptions,
} from '../claims/locateClaim';
import { getService, relatedClaim } from '../claims/relatedClaim';
import { examples } from './createBinding.examples';
import {
  claimRefField,
  instanceField,
  nameField,
  pathField,
  secretNameField,
} from './fields';

const schema = {
  input: {
    instance: instanceField,
    name: nameField,
  },
  output: {
    claimRef: claimRefField,
    path: pathField,
    secretName: secretNameField,
  },
};

/**
 * Creates the action `klutch:binding:create`. The credentials stay in the Secret on the app cluster; the action returns
 * only its name.
 *
 * @public
 */
export function createCreateBindingAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:binding:create',
    description:
      'Orders a service binding, as the person who runs the template: credentials for a service instance, in a Secret beside it.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { client, ref: instance } = await locateClaim(
        ctx,
        ctx.input.instance,
        options,
      );
      const service = await getService(client, instance.resource);
      const request = relatedClaim(service, instance, {
        type: 'binding',
        name: ctx.input.name,
      });
      const { path, secretName } = await createClaim(ctx, client, request, () =>
        requireInstance(ctx, client, instance),
      );
      ctx.output('claimRef', stringifyClaimRef(request));
      ctx.output('path', `${options.mountPath}${path}`);
      if (secretName) ctx.output('secretName', secretName);
    },
  });
}
