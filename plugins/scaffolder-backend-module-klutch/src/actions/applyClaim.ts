/**
 * Scaffolder action that orders a data service by applying a proxy claim, impersonating the user who runs the
 * template.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import { ConflictError, InputError, NotAllowedError } from '@backstage/errors';
import type { JsonObject } from '@backstage/types';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  claimEntityName,
  instancePath,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { parse } from 'yaml';
import { examples } from './applyClaim.examples';

/** Creates a REST client that acts as the user behind the credentials. */
export type ClientFor = (
  credentials: BackstageCredentials,
) => Promise<KlutchClient>;

type ClaimRequest = Schemas['ClaimRequest'];

/** The message of a failed request, with the fields that it concerns. */
function errorMessage({ error }: Schemas['Error']): string {
  const causes = (error.causes ?? []).map(({ field, message }) =>
    field ? `${field}: ${message}` : message,
  );
  return [error.message, ...causes].join(' ');
}

function toBackstageError(status: number, body: Schemas['Error']): Error {
  if (status === 403) return new NotAllowedError(errorMessage(body));
  if (status === 409) return new ConflictError(errorMessage(body));
  return new InputError(errorMessage(body));
}

/** An identical claim with this name is the result of an earlier attempt of the same task. */
async function isAlreadyApplied(
  client: KlutchClient,
  claim: ClaimRequest,
): Promise<boolean> {
  const { cluster, namespace, resource, name } = claim;
  const existing = await client.GET(
    '/claims/{cluster}/{namespace}/{resource}/{name}',
    { params: { path: { cluster, namespace, resource, name } } },
  );
  if (!existing.data || existing.data.deleting) return false;
  const { spec }: { spec?: JsonObject } = parse(existing.data.manifest);
  return Object.entries(claim.spec).every(([field, value]) =>
    isDeepStrictEqual(spec?.[field], value),
  );
}

async function createClaim(
  client: KlutchClient,
  claim: ClaimRequest,
  dryRun: boolean,
): Promise<void> {
  const { error, response } = await client.POST('/claims', {
    params: { query: { dryRun } },
    body: claim,
  });
  if (!error) return;
  const isRetry = !dryRun && response.status === 409;
  if (isRetry && (await isAlreadyApplied(client, claim))) return;
  throw toBackstageError(response.status, error);
}

/**
 * Creates the action `klutch:claim:apply`.
 *
 * The action validates the claim by a dry run on the app cluster, and creates the claim once, also when the task is
 * resumed.
 *
 * @public
 */
export function createApplyClaimAction(options: { clientFor: ClientFor }) {
  return createTemplateAction({
    id: 'klutch:claim:apply',
    description:
      'Orders a data service: applies a proxy claim on an app cluster, as the person who runs the template.',
    examples,
    supportsDryRun: true,
    schema: {
      input: {
        cluster: z => z.string().describe('Id of the app cluster'),
        namespace: z => z.string().describe('Namespace on the app cluster'),
        resource: z =>
          z
            .string()
            .describe(
              'The claim as <plural>.<group>, for example postgresqlinstances.anynines.com',
            ),
        name: z => z.string().describe('Name of the claim'),
        spec: z =>
          z.record(z.string(), z.any()).describe('The spec of the claim'),
      },
      output: {
        path: z =>
          z
            .string()
            .describe('Where the portal shows the claim, from its root'),
        entityRef: z =>
          z
            .string()
            .describe(
              'The instance in the software catalog, where it appears a moment later',
            ),
      },
    },
    async handler(ctx) {
      const { cluster, namespace, resource, name } = ctx.input;
      const claim: ClaimRequest = {
        cluster,
        namespace,
        resource,
        name,
        spec: ctx.input.spec as JsonObject,
      };
      const client = await options.clientFor(
        await ctx.getInitiatorCredentials(),
      );
      // The checkpoint runs once per task: if the name is in use afterwards, the claim is this task's own, from
      // before an interruption.
      await ctx.checkpoint({
        key: `klutch.claim.check.${cluster}.${namespace}.${resource}.${name}`,
        fn: () => createClaim(client, claim, true),
      });
      ctx.logger.info(`The app cluster accepts ${resource} ${name}.`);
      if (!ctx.isDryRun) {
        await ctx.checkpoint({
          key: `klutch.claim.apply.${cluster}.${namespace}.${resource}.${name}`,
          fn: () => createClaim(client, claim, false),
        });
        ctx.logger.info(`Ordered ${name} in ${namespace} on ${cluster}.`);
      }
      ctx.output('path', instancePath(claim));
      ctx.output('entityRef', `resource:default/${claimEntityName(claim)}`);
    },
  });
}
