/** Scaffolder action that orders any claim, as the person who runs the template. */
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  claimEntityRef,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import type { KlutchClientFor } from '@klutch/backstage-plugin-klutch-node';
import { createClaim } from '../claims/createClaim';
import { examples } from './applyClaim.examples';
import {
  claimRefField,
  clusterField,
  nameField,
  namespaceField,
  pathField,
  secretNameField,
  type Z,
} from './fields';

const schema = {
  input: {
    cluster: clusterField,
    namespace: namespaceField,
    resource: (z: Z) =>
      z
        .string()
        .describe(
          'The claim as <plural>.<group>, for example postgresqlinstances.anynines.com',
        ),
    name: nameField,
    spec: (z: Z) =>
      z.record(z.string(), z.any()).describe('The spec of the claim'),
  },
  output: {
    claimRef: claimRefField,
    path: pathField,
    entityRef: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Instances: the entity in the software catalog, where it appears a moment later',
        ),
    secretName: secretNameField,
  },
};

/**
 * Creates the action `klutch:claim:apply`.
 *
 * The action validates the claim by a dry run on the app cluster, and creates the claim once, also when the task is
 * resumed.
 *
 * @public
 */
export function createApplyClaimAction(options: {
  clientFor: KlutchClientFor;
  mountPath: string;
}) {
  return createTemplateAction({
    id: 'klutch:claim:apply',
    description:
      'Orders any claim on an app cluster, as the person who runs the template. For instances, service bindings, backups and restores there are actions with fewer inputs.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { cluster, namespace, resource, name, spec } = ctx.input;
      const ref = { cluster, namespace, resource, name };
      const client = await options.clientFor(
        await ctx.getInitiatorCredentials(),
      );
      const { type, path, secretName } = await createClaim(ctx, client, {
        ...ref,
        spec,
      });
      ctx.output('claimRef', stringifyClaimRef(ref));
      ctx.output('path', `${options.mountPath}${path}`);
      if (type === 'instance') {
        ctx.output('entityRef', claimEntityRef(ref));
      }
      if (secretName) ctx.output('secretName', secretName);
    },
  });
}
