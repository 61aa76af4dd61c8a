/** Scaffolder action that changes a service instance. */
import { ConflictError, InputError } from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import type { JsonObject } from '@backstage/types';
import {
  instancePath,
  stringifyClaimRef,
  type ClaimRef,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { findClaim, getClaim, patchClaim } from '../claims/claimCalls';
import { covers } from '../claims/covers';
import { instanceSpec, type InstanceSettings } from '../claims/instanceSpec';
import { locateClaim, type ClaimActionOptions } from '../claims/locateClaim';
import { pollClaim } from '../claims/pollClaim';
import type { TaskContext } from '../claims/TaskContext';
import { userError } from '../portal/portalErrors';
import { examples } from './updateInstance.examples';
import { claimRefField, instanceField, pathField, type Z } from './fields';

type ClaimChange = Omit<Schemas['ClaimChange'], 'generation' | 'spec'>;

/** A change of the spec, which depends on its version, and of everything else. */
interface InstanceChange {
  spec?: JsonObject;
  other: ClaimChange;
}

/** After a change the portal's index is behind for less than this. */
const INDEX_TIMEOUT_MS = 10_000;

/** @throws InputError for inputs without a change */
function changeOf(input: InstanceSettings & ClaimChange): InstanceChange {
  const { owner, component, protected: isProtected, backupSchedule } = input;
  const spec = instanceSpec(input);
  const other = {
    ...(owner !== undefined && { owner }),
    ...(component !== undefined && { component }),
    ...(isProtected !== undefined && { protected: isProtected }),
    ...(backupSchedule !== undefined && { backupSchedule }),
  };
  const hasSpec = Object.keys(spec).length > 0;
  if (!hasSpec && Object.keys(other).length === 0) {
    throw userError(
      InputError,
      'There is nothing to change: give at least one input besides instance.',
    );
  }
  return { ...(hasSpec && { spec }), other };
}

const bodyOf = ({ spec, other }: InstanceChange, generation: number) => ({
  ...other,
  ...(spec && { spec, generation }),
});

/** Checks the change by a dry run, if the instance exists. */
async function checkChange(
  ctx: TaskContext,
  client: KlutchClient,
  instance: ClaimRef,
  change: InstanceChange,
): Promise<void> {
  const present = await findClaim(client, instance);
  if (!present) {
    ctx.logger.info(
      `${instance.name} does not exist yet. It has to when this step runs.`,
    );
    return;
  }
  const body = bodyOf(change, present.generation);
  await patchClaim(client, instance, body, true);
  ctx.logger.info(`The app cluster accepts the change of ${instance.name}.`);
}

/**
 * Changes the version of the spec that the task has read.
 *
 * @returns the generation with the change
 * @throws ConflictError when somebody else has changed the spec since
 */
async function applyChange(
  client: KlutchClient,
  instance: ClaimRef,
  change: InstanceChange,
  generation: number,
): Promise<number> {
  try {
    const body = bodyOf(change, generation);
    return (await patchClaim(client, instance, body, false)).generation;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const present = await getClaim(client, instance);
    // An earlier attempt of this task changed the spec, or somebody else did the same.
    if (!covers(present.spec, change.spec)) throw error;
    if (Object.keys(change.other).length > 0) {
      await patchClaim(client, instance, change.other, false);
    }
    return present.generation;
  }
}

const schema = {
  input: {
    instance: instanceField,
    service: (z: Z) =>
      z.string().optional().describe('Version of the service, spec.service'),
    plan: (z: Z) => z.string().optional().describe('spec.plan'),
    parameters: (z: Z) =>
      z
        .record(z.string(), z.any())
        .optional()
        .describe('Settings to change in spec.parameters; null removes one'),
    spec: (z: Z) =>
      z
        .record(z.string(), z.any())
        .optional()
        .describe('Further fields of the spec, as a JSON merge patch'),
    owner: (z: Z) =>
      z
        .string()
        .optional()
        .describe(
          'Entity ref of the owner: the person who runs the template, or one of their groups',
        ),
    component: (z: Z) =>
      z
        .string()
        .nullable()
        .optional()
        .describe(
          'Entity ref of the component that uses the instance; null for none',
        ),
    protected: (z: Z) =>
      z
        .boolean()
        .optional()
        .describe('Whether the instance is protected from deletion'),
    backupSchedule: (z: Z) =>
      z
        .object({
          cron: z.string().describe('Cron expression of five fields, in UTC'),
          kept: z
            .number()
            .int()
            .min(1)
            .max(1000)
            .optional()
            .describe('How many good backups are kept. Default: all'),
        })
        .nullable()
        .optional()
        .describe('When the portal takes backups; null for never'),
  },
  output: {
    claimRef: claimRefField,
    path: pathField,
  },
};

/**
 * Creates the action `klutch:instance:update`. It never overwrites a change of the spec that somebody made after the step
 * began, and repeats nothing when the task is resumed.
 *
 * @public
 */
export function createUpdateInstanceAction(options: ClaimActionOptions) {
  return createTemplateAction({
    id: 'klutch:instance:update',
    description:
      'Changes a service instance, as the person who runs the template: its plan, version and settings, owner and component, deletion protection, backup schedule. Inputs that are not given stay as they are.',
    examples,
    supportsDryRun: true,
    schema,
    async handler(ctx) {
      const change = changeOf(ctx.input);
      const { client, ref: instance } = await locateClaim(
        ctx,
        ctx.input.instance,
        options,
      );
      const key = stringifyClaimRef(instance);
      ctx.output('claimRef', key);
      ctx.output('path', instancePath(instance));
      if (ctx.isDryRun) {
        await checkChange(ctx, client, instance, change);
        return;
      }
      const read = await ctx.checkpoint({
        key: `klutch.instance.read.${key}`,
        fn: async () => (await getClaim(client, instance)).generation,
      });
      const generation = await ctx.checkpoint({
        key: `klutch.instance.changed.${key}`,
        fn: () => applyChange(client, instance, change, read),
      });
      ctx.logger.info(`Changed ${instance.name}.`);
      if (!change.spec) return;
      // So that a following klutch:wait does not see the instance as it was before.
      await pollClaim(client, instance, {
        isDone: claim => !claim || claim.generation >= generation,
        timeoutMs: INDEX_TIMEOUT_MS,
        intervalMs: options.intervalMs,
        signal: ctx.signal,
      });
    },
  });
}
