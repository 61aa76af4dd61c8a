/** Actions that create, change and delete instances. */
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import type { ClaimRef } from '@klutch/backstage-plugin-klutch-common';
import { requireInstanceType } from './instanceType';
import type { CallParts, PortalCalls } from './PortalCalls';
import {
  backupScheduleField,
  claimOutput,
  claimSummary,
  componentField,
  instanceFields,
  ownerField,
  specField,
  systemField,
} from './schemas';

/** A claim that cannot be read passes: the change fails then, and the audit log has its refusal. */
async function requireInstance(
  calls: PortalCalls,
  parts: CallParts,
  ref: ClaimRef,
): Promise<void> {
  const claim = await calls.getClaim(parts, ref).catch(() => undefined);
  if (claim) requireInstanceType(claim);
}

function registerCreate(registry: ActionsRegistryService, calls: PortalCalls) {
  registry.register({
    name: 'create-instance',
    title: 'Create a service instance',
    description:
      'Orders a service instance as the user. It is ready when get-instance says so, some time later.',
    attributes: { readOnly: false, destructive: false, idempotent: false },
    schema: {
      input: z =>
        z
          .object({
            ...instanceFields(z),
            spec: specField(
              z,
              'The spec of the claim, such as service, plan and parameters',
            ),
            owner: ownerField(z),
            component: componentField(z).optional(),
            system: systemField(z).optional(),
          })
          .strict(),
      output: claimOutput,
    },
    action: ({ credentials, input }) =>
      calls.as(credentials, async parts => {
        requireInstanceType(await calls.getService(parts, input.resource));
        const claim = await calls.createClaim(parts, input);
        return { output: claimSummary(claim) };
      }),
  });
}

function registerUpdate(registry: ActionsRegistryService, calls: PortalCalls) {
  registry.register({
    name: 'update-instance',
    title: 'Change a service instance',
    description:
      'Changes spec, protection, owner, component or backup schedule of a service instance, as the user.',
    attributes: { readOnly: false, destructive: true, idempotent: true },
    schema: {
      input: z =>
        z
          .object({
            ...instanceFields(z),
            generation: z
              .number()
              .int()
              .optional()
              .describe('Required with spec: the generation of get-instance'),
            spec: specField(z, 'JSON merge patch of the spec').optional(),
            protected: z
              .boolean()
              .optional()
              .describe('Protection from deletion'),
            owner: ownerField(z),
            component: componentField(z)
              .nullable()
              .optional()
              .describe('Entity ref of the component; null removes it'),
            backupSchedule: backupScheduleField(z)
              .nullable()
              .optional()
              .describe('When to take backups; null removes the schedule'),
          })
          .strict(),
      output: claimOutput,
    },
    action: ({ credentials, input }) =>
      calls.as(credentials, async parts => {
        const { cluster, namespace, resource, name, ...body } = input;
        const path = { cluster, namespace, resource, name };
        await requireInstance(calls, parts, path);
        const claim = await calls.handlers.updateClaim({
          ...parts,
          path,
          query: {},
          body,
        });
        return { output: claimSummary(claim) };
      }),
  });
}

function registerDelete(registry: ActionsRegistryService, calls: PortalCalls) {
  registry.register({
    name: 'delete-instance',
    title: 'Delete a service instance',
    description:
      'Deletes a service instance with its data, as the user. This cannot be undone.',
    attributes: { readOnly: false, destructive: true, idempotent: true },
    schema: {
      input: z =>
        z
          .object({
            ...instanceFields(z),
            confirm: z
              .string()
              .describe('The name of the instance once more, as confirmation'),
            uid: z
              .string()
              .optional()
              .describe(
                'The uid that get-instance says, so that a later instance of the same name is not deleted',
              ),
          })
          .strict(),
      output: z => z.object({ deletionStarted: z.literal(true) }),
    },
    action: ({ credentials, input }) =>
      calls.as(credentials, async parts => {
        const { confirm, uid, ...path } = input;
        await requireInstance(calls, parts, path);
        await calls.handlers.deleteClaim({
          ...parts,
          path,
          query: { confirm, uid },
          body: undefined,
        });
        return { output: { deletionStarted: true as const } };
      }),
  });
}

export function registerInstanceActions(
  registry: ActionsRegistryService,
  calls: PortalCalls,
): void {
  registerCreate(registry, calls);
  registerUpdate(registry, calls);
  registerDelete(registry, calls);
}
