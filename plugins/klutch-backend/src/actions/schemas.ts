/**
 * Inputs and outputs that several actions have. Calls of actions do not pass the validation against the REST document, so
 * the inputs are at least as strict as there.
 */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { z as zod } from 'zod/v3';

/** What Backstage passes to the functions of a schema. */
export type Z = typeof zod;

const maxRefLength = 300;

const text = (z: Z, description: string) =>
  z.string().min(1).max(maxRefLength).describe(description);

const placeFields = (z: Z) => ({
  cluster: text(z, 'Id of the app cluster'),
  namespace: text(z, 'Namespace on the app cluster'),
});

/** Identifies an instance, or names the one to create. */
export const instanceFields = (z: Z) => ({
  ...placeFields(z),
  resource: text(
    z,
    'API of the service, <plural>.<group>, as listed by list-services',
  ),
  name: text(z, 'Name of the service instance'),
});

/** Inputs of actions that create a claim about an instance. */
export const relatedFields = (z: Z, title: string) => ({
  ...instanceFields(z),
  newName: text(z, `Name of the new ${title}, free in the namespace`),
});

export const specField = (z: Z, description: string) =>
  z.record(z.unknown()).describe(description);

export const ownerField = (z: Z) =>
  text(
    z,
    'Entity ref of the owner: the user, or one of their groups',
  ).optional();

export const componentField = (z: Z) =>
  text(z, 'Entity ref of the catalog component that uses the instance');

export const systemField = (z: Z) =>
  text(z, 'Entity ref of the system that the instance belongs to');

/** The fields of `BackupSchedule` in the REST document. */
export const backupScheduleField = (z: Z) =>
  z
    .object({
      cron: z
        .string()
        .max(100)
        .describe('Cron expression of five fields in UTC'),
      kept: z
        .number()
        .int()
        .min(1)
        .max(1000)
        .optional()
        .describe('How many good backups to keep. Default: all'),
    })
    .strict();

/** Filters of the list of instances. */
export const listFields = (z: Z) => ({
  cluster: text(z, 'Only this app cluster').optional(),
  namespace: text(z, 'Only this namespace').optional(),
  resource: text(z, 'Only this API, <plural>.<group>').optional(),
  state: z
    .enum([
      'Waiting',
      'Creating',
      'Updating',
      'Deleting',
      'Ready',
      'Degraded',
      'Failed',
      'Unknown',
    ])
    .optional(),
  owner: text(z, 'Only instances of this owner, an entity ref').optional(),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words in name, namespace, service, plan or owner'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(100)
    .describe('Instances of a page'),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe('The nextCursor of the page before'),
});

/** What actions return of a claim: never credentials. */
export const claimOutput = (z: Z) =>
  z.object({
    cluster: z.string(),
    namespace: z.string(),
    resource: z.string(),
    name: z.string(),
    type: z.enum(['instance', 'binding', 'backup', 'restore']),
    state: z.string(),
    stateText: z.string(),
    message: z
      .string()
      .optional()
      .describe('What happened, and what to do about it'),
    service: z.string().optional(),
    plan: z.string().optional(),
    owner: z.string().optional(),
    component: z.string().optional(),
    protected: z.boolean(),
    createdAt: z.string(),
    lastBackupAt: z.string().optional(),
    secretName: z
      .string()
      .optional()
      .describe('Service bindings: the Secret that gets the credentials'),
  });

/** The output of {@link claimOutput}. */
export function claimSummary(claim: Schemas['Claim']) {
  const { cluster, namespace, resource, name, type } = claim;
  const { state, stateText, message, service, plan, owner, component } = claim;
  const { protected: isProtected, createdAt, lastBackupAt, secretName } = claim;
  return {
    ...{ cluster, namespace, resource, name, type },
    ...{ state, stateText, message, service, plan, owner, component },
    ...{ protected: isProtected, createdAt, lastBackupAt, secretName },
  };
}
