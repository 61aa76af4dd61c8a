/** Scaffolder action that waits for a claim. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import { durationToMilliseconds } from '@backstage/types';
import {
  stringifyClaimRef,
  type ClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { locateClaim, type ClaimActionOptions } from '../claims/locateClaim';
import { pollClaim, type PollOptions } from '../claims/pollClaim';
import type { TaskContext } from '../claims/TaskContext';
import { userError } from '../portal/portalErrors';
import { examples } from './wait.examples';
import { claimRefField, secretNameField, type Z } from './fields';

type ClaimDetail = Schemas['ClaimDetail'];

/** Tokens of people in Backstage are valid for an hour, and the portal needs one. */
const defaultTimeout = { minutes: 30 };

/**
 * Whether the claim is ready.
 *
 * @throws an error for a claim that failed, does not exist or is being deleted
 */
function isReady(ref: ClaimRef, claim: ClaimDetail | undefined): boolean {
  const { cluster, namespace, resource, name } = ref;
  if (!claim) {
    throw userError(
      NotFoundError,
      `${resource} ${name} does not exist in namespace ${namespace} on ${cluster}.`,
    );
  }
  if (claim.deleting) {
    throw userError(
      ConflictError,
      `${name} is being deleted, so it does not become ready.`,
    );
  }
  if (claim.state === 'Failed') {
    const { state, stateText, message } = claim;
    throw userError(
      Error,
      `${claim.kind} ${name} is in state ${state}: ${message ?? stateText}`,
    );
  }
  return claim.state === 'Ready';
}

/** Whether the claim that the step found first is gone; a later claim of the same name is another one. */
function isGone(ctx: TaskContext, ref: ClaimRef): PollOptions['isDone'] {
  let uid: string | undefined;
  return async claim => {
    // A checkpoint returns an earlier attempt's result only, never one of this attempt.
    uid ??= await ctx.checkpoint({
      key: `klutch.wait.${stringifyClaimRef(ref)}`,
      fn: async () => claim?.uid ?? '',
    });
    return claim?.uid !== uid;
  };
}

const schema = {
  input: {
    claim: (z: Z) =>
      z
        .string()
        .describe(
          'The output claimRef of another action of Klutch, as <app cluster>/<namespace>/<plural>.<group>/<name>, or the entity ref of an instance',
        ),
    until: (z: Z) =>
      z
        .enum(['ready', 'gone'])
        .optional()
        .describe('What to wait for. Default: ready'),
    timeout: (z: Z) =>
      z
        .object({
          hours: z.number().optional(),
          minutes: z.number().optional(),
          seconds: z.number().optional(),
        })
        .optional()
        .describe(
          'After which time the step fails. Default: 30 minutes. At most an hour is useful, because the token of the person expires then',
        ),
  },
  output: {
    claimRef: claimRefField,
    secretName: secretNameField,
  },
};

/**
 * Creates the action `klutch:wait`.
 *
 * @public
 */
export function createWaitAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:wait',
    description:
      'Waits until a service instance, service binding, backup, restore or other claim is ready, or gone. Fails when the claim fails, with its message.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const { until = 'ready', timeout = defaultTimeout } = ctx.input;
      const { client, ref } = await locateClaim(ctx, ctx.input.claim, options);
      const key = stringifyClaimRef(ref);
      ctx.output('claimRef', key);
      if (ctx.isDryRun) {
        ctx.logger.info(`Would wait until ${ref.name} is ${until}.`);
        return;
      }
      const isExpected =
        until === 'ready'
          ? (claim: ClaimDetail | undefined) => isReady(ref, claim)
          : isGone(ctx, ref);
      const { isDone, claim, state } = await pollClaim(client, ref, {
        isDone: isExpected,
        timeoutMs: durationToMilliseconds(timeout),
        intervalMs: options.intervalMs,
        signal: ctx.signal,
        onState: text => ctx.logger.info(`${ref.name}: ${text}`),
      });
      if (!isDone) {
        const seconds = durationToMilliseconds(timeout) / 1000;
        throw userError(
          Error,
          `${ref.name} is not ${until} after ${seconds} seconds (${state}).`,
        );
      }
      if (claim?.secretName) ctx.output('secretName', claim.secretName);
    },
  });
}
