/** Scaffolder action that orders a service instance. */
import { InputError } from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  claimEntityRef,
  stringifyClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import type { KlutchClientFor } from '@klutch/backstage-plugin-klutch-node';
import { createClaim } from '../claims/createClaim';
import { instanceSpec } from '../claims/instanceSpec';
import { userError } from '../portal/portalErrors';
import { examples } from './createInstance.examples';
import {
  claimRefField,
  clusterField,
  entityRefField,
  nameField,
  namespaceField,
  pathField,
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
          'The service as <plural>.<group>, for example postgresqlinstances.anynines.com',
        ),
    name: nameField,
    service: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Version of the service, spec.service, for example a9s-postgresql15',
        ),
    plan: (z: Z) =>
      z
        .string()
        .optional()
        .describe('spec.plan, for example postgresql-single-nano'),
    parameters: (z: Z) =>
      z
        .record(z.string(), z.any())
        .optional()
        .describe('Settings of the service, spec.parameters'),
    spec: (z: Z) =>
      z
        .record(z.string(), z.any())
        .optional()
        .describe('Further fields of the spec'),
    owner: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Entity ref of the owner: the person who runs the template, or one of their groups. Default: the person',
        ),
    component: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Entity ref of the component that uses the instance; it need not be in the catalog yet',
        ),
    system: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Entity ref of the system that the instance belongs to; it need not be in the catalog yet',
        ),
  },
  output: {
    claimRef: claimRefField,
    path: pathField,
    entityRef: entityRefField,
  },
};

/**
 * Creates the action `klutch:instance:create`, which validates the instance by a dry run on the app cluster, and creates
 * it once, also when the task is resumed.
 *
 * @public
 */
export function createCreateInstanceAction(options: {
  clientFor: KlutchClientFor;
  mountPath: string;
}) {
  return createTemplateAction({
    id: 'klutch:instance:create',
    description:
      'Orders a service instance, as the person who runs the template. Follow it with klutch:wait when later steps need the instance.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { cluster, namespace, resource, name } = ctx.input;
      const { owner, component, system } = ctx.input;
      const ref = { cluster, namespace, resource, name };
      const client = await options.clientFor(
        await ctx.getInitiatorCredentials(),
      );
      const { path } = await createClaim(
        ctx,
        client,
        {
          ...ref,
          spec: instanceSpec(ctx.input),
          ...(owner && { owner }),
          ...(component && { component }),
          ...(system && { system }),
        },
        ({ type }) => {
          if (type === 'instance') return;
          throw userError(
            InputError,
            `${resource} is no service with instances, but one of their ${type}s. Use klutch:${type}:create.`,
          );
        },
      );
      ctx.output('claimRef', stringifyClaimRef(ref));
      ctx.output('path', `${options.mountPath}${path}`);
      ctx.output('entityRef', claimEntityRef(ref));
    },
  });
}
