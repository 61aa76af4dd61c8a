/** Scaffolder action that changes a service instance. */
import { ConflictError, InputError } from '@backstage/errors';
import { createTemplateAction } from '@backstage/plugin-scaffolder-node';
import {
  instancePath,
  stringifyClaimRef,
  type ClaimRef,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import {
  changeProgress,
  otherFieldsOf,
  type ChangePlan,
  type InstanceChange,
  type OtherFields,
} from '../claims/changeProgress';
import { findClaim, getClaim, patchClaim } from '../claims/claimCalls';
import { instanceSpec, type InstanceSettings } from '../claims/instanceSpec';
import { locateClaim, type ClaimActionOptions } from '../claims/locateClaim';
import { pollClaim } from '../claims/pollClaim';
import type { TaskContext } from '../claims/TaskContext';
import { userError } from '../portal/portalErrors';
import { examples } from './updateInstance.examples';
import { claimRefField, instanceField, pathField, type Z } from './fields';

/** After a change the portal's index is behind for less than this. */
const INDEX_TIMEOUT_MS = 10_000;

/** @throws InputError for inputs without a change */
function changeOf(input: InstanceSettings & OtherFields): InstanceChange {
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

/** Checks the change by a dry run, and remembers what it would change. */
async function planChange(
  client: KlutchClient,
  instance: ClaimRef,
  change: InstanceChange,
): Promise<ChangePlan> {
  const present = await getClaim(client, instance);
  const { generation } = present;
  const body = bodyOf(change, generation);
  const changed = await patchClaim(client, instance, body, true);
  return {
    generation,
    earlier: otherFieldsOf(present, change),
    wanted: otherFieldsOf(changed, change),
  };
}

/**
 * Makes the change, unless an earlier attempt of the task has made it.
 *
 * @returns the generation with the change
 * @throws ConflictError when somebody else has changed the same since
 */
async function applyChange(
  client: KlutchClient,
  instance: ClaimRef,
  change: InstanceChange,
  options: { plan: ChangePlan; isResumed: boolean },
): Promise<number> {
  const { plan, isResumed } = options;
  if (isResumed) {
    const present = await getClaim(client, instance);
    const progress = changeProgress(present, change, plan);
    if (progress === 'done') return present.generation;
    if (progress === 'conflict') {
      throw userError(
        ConflictError,
        `${instance.name} was changed by somebody else since this step began. Start the template again.`,
      );
    }
  }
  const body = bodyOf(change, plan.generation);
  return (await patchClaim(client, instance, body, false)).generation;
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
 * began, and a resumed task recognizes the change of its earlier attempt by the values.
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
      ctx.output('path', instancePath(instance, options.mountPath));
      if (ctx.isDryRun) {
        await checkChange(ctx, client, instance, change);
        return;
      }
      let isResumed = true;
      const plan = await ctx.checkpoint({
        key: `klutch.instance.read.${key}`,
        fn: () => {
          isResumed = false;
          return planChange(client, instance, change);
        },
      });
      const generation = await ctx.checkpoint({
        key: `klutch.instance.changed.${key}`,
        fn: () => applyChange(client, instance, change, { plan, isResumed }),
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
