/** Actions that create service bindings, backups and restores of an instance. */
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import { InputError } from '@backstage/errors';
import {
  relatedRequest,
  type ClaimRef,
  type RelatedType,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { requireInstanceType } from './instanceType';
import type { CallParts, PortalCalls } from './PortalCalls';
import { claimOutput, claimSummary, relatedFields } from './schemas';

/** A claim about an instance that is to be created in its namespace. */
interface RelatedClaim {
  type: RelatedType;
  instance: ClaimRef;
  name: string;
  /** Restores: the name of the backup. */
  backup?: string;
}

/** @throws InputError when the service has no claims of this type */
function relatedApi(
  { relatedApis, title }: Schemas['Service'],
  type: RelatedType,
): string {
  const resource = relatedApis?.[type];
  if (resource) return resource;
  throw new InputError(`${title} has no API for claims of type ${type}.`);
}

/** @throws InputError for a backup that the service cannot restore into the instance */
async function requireRestorable(
  calls: PortalCalls,
  parts: CallParts,
  { instance, backup }: { instance: ClaimRef; backup: ClaimRef },
  restoreApi: string,
): Promise<void> {
  const claim = await calls.getClaim(parts, backup);
  if (claim.instanceResource !== instance.resource) {
    throw new InputError(
      `${backup.name} is a backup of another service than that of ${instance.name}.`,
    );
  }
  if (claim.instanceRef === instance.name) return;
  const { restoresElsewhere } = await calls.getService(parts, restoreApi);
  if (restoresElsewhere) return;
  throw new InputError(
    `${backup.name} is a backup of ${claim.instanceRef}, and this service restores backups only into the instance that they were taken of.`,
  );
}

async function createRelated(
  calls: PortalCalls,
  parts: CallParts,
  { type, instance, name, backup }: RelatedClaim,
) {
  const { cluster, namespace } = instance;
  requireInstanceType(await calls.getClaim(parts, instance));
  const service = await calls.getService(parts, instance.resource);
  const resource = relatedApi(service, type);
  if (backup) {
    const api = relatedApi(service, 'backup');
    const ref = { cluster, namespace, resource: api, name: backup };
    await requireRestorable(calls, parts, { instance, backup: ref }, resource);
  }
  const { serviceType } = service;
  const claim = await calls.createClaim(
    parts,
    relatedRequest(
      { resource, serviceType },
      instance,
      name,
      backup ? { backupRef: backup } : {},
    ),
  );
  return { output: claimSummary(claim) };
}

export function registerRelatedActions(
  registry: ActionsRegistryService,
  calls: PortalCalls,
): void {
  const attributes = { readOnly: false, destructive: false, idempotent: false };
  registry.register({
    name: 'create-binding',
    title: 'Create a service binding',
    description:
      'Creates a service binding of an instance, as the user. Returns the name of the Secret that gets the credentials, never the credentials.',
    attributes,
    schema: {
      input: z => z.object(relatedFields(z, 'service binding')).strict(),
      output: claimOutput,
    },
    action: ({ credentials, input: { newName, ...instance } }) =>
      calls.as(credentials, parts =>
        createRelated(calls, parts, {
          type: 'binding',
          instance,
          name: newName,
        }),
      ),
  });
  registry.register({
    name: 'create-backup',
    title: 'Take a backup',
    description: 'Takes a backup of a service instance, as the user.',
    attributes,
    schema: {
      input: z => z.object(relatedFields(z, 'backup')).strict(),
      output: claimOutput,
    },
    action: ({ credentials, input: { newName, ...instance } }) =>
      calls.as(credentials, parts =>
        createRelated(calls, parts, {
          type: 'backup',
          instance,
          name: newName,
        }),
      ),
  });
  registry.register({
    name: 'create-restore',
    title: 'Restore a backup',
    description:
      'Restores a backup into a service instance, whose data it overwrites, as the user. Needs the right to read credentials.',
    attributes: { ...attributes, destructive: true },
    schema: {
      input: z =>
        z
          .object({
            ...relatedFields(z, 'restore'),
            backup: z
              .string()
              .min(1)
              .max(253)
              .describe('Name of a backup in the namespace of the instance'),
          })
          .strict(),
      output: claimOutput,
    },
    action: ({ credentials, input: { newName, backup, ...instance } }) =>
      calls.as(credentials, parts =>
        createRelated(calls, parts, {
          type: 'restore',
          instance,
          name: newName,
          backup,
        }),
      ),
  });
}
