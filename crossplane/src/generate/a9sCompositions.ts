/** Compositions for the a9s automation: one managed resource of `dataservices.anynines.com/v1` per claim. */
import type { DataService } from '../dataServices/DataService';
import type { Composition } from '../types';
import {
  claimName,
  claimNamespace,
  composition,
  down,
  format,
  up,
  type Patch,
} from './composition';

/** The provider finds instances and backups by the labels of their claim. */
const claimLabels: Patch[] = [claimNamespace, claimName].map(label =>
  down(label, label),
);

const statusOf = (...fields: string[]): Patch[] => [
  ...fields.map(field =>
    up(`status.atProvider.${field}`, `status.managed.${field}`),
  ),
  up('status.conditions', 'status.managed.conditions'),
];

/** One organization and space for all tenants: the automation requires the fields but does not use them. */
const organization = {
  organizationGuid: 'a1d46b5c-b639-4f43-85c7-e9a0e5f01f75',
  spaceGuid: '1bf71cf3-9017-4846-bffc-b9b31872bfaf',
};

/** The Composition of a service's instances. */
export function a9sInstanceComposition(service: DataService): Composition {
  const parameters = Object.entries(service.parameters).flatMap(
    ([name, { brokerKey, path = name }]) =>
      brokerKey === undefined
        ? []
        : down(
            `spec.parameters.${path}`,
            `spec.forProvider.parameters.${brokerKey}`,
          ),
  );
  return composition(
    `a9s-${service.type}`,
    service.kind,
    {
      apiVersion: 'dataservices.anynines.com/v1',
      kind: 'ServiceInstance',
      spec: {
        forProvider: { acceptsIncomplete: true, ...organization },
        providerConfigRef: { name: `${service.type}-service-broker` },
      },
    },
    [
      ...claimLabels,
      down('spec.service', 'spec.forProvider.serviceName'),
      down('spec.plan', 'spec.forProvider.planName'),
      down('spec.acceptsIncomplete', 'spec.forProvider.acceptsIncomplete'),
      ...parameters,
      ...statusOf(
        'createdAt',
        'provisionedAt',
        'state',
        'updatedAt',
        'usage',
        'version',
      ),
    ],
  );
}

const managedResource = (kind: string, spec?: object) => ({
  apiVersion: 'dataservices.anynines.com/v1',
  kind,
  ...(spec && { spec }),
});

const backupManager = down(
  'spec.serviceInstanceType',
  'spec.providerConfigRef.name',
  format('%s-backup-manager'),
);

/** The Compositions of service bindings, backups and restores, which serve every type of service. */
export const a9sRelatedCompositions: readonly Composition[] = [
  composition(
    'a9s-servicebinding',
    'ServiceBinding',
    managedResource('ServiceBinding', {
      forProvider: { acceptsIncomplete: true },
    }),
    [
      ...claimLabels,
      down(
        'spec.serviceInstanceType',
        'metadata.labels[klutch.io/instance-type]',
      ),
      down('spec.instanceRef', 'spec.forProvider.instanceName'),
      down(
        'spec.serviceInstanceType',
        'spec.providerConfigRef.name',
        format('%s-service-broker'),
      ),
      down(claimNamespace, 'spec.writeConnectionSecretToRef.namespace'),
      down(
        claimName,
        'spec.writeConnectionSecretToRef.name',
        format('%s-creds'),
      ),
      ...statusOf('serviceBindingID', 'state', 'connectionDetails'),
      // The name of the credentials Secret in the claim's namespace.
      up('spec.writeConnectionSecretToRef.name', 'status.managed.secret.name'),
    ],
  ),
  composition('a9s-backup', 'Backup', managedResource('Backup'), [
    ...claimLabels,
    down('spec.instanceRef', 'spec.forProvider.instanceName'),
    backupManager,
    ...statusOf(
      'downloadable',
      'finished_at',
      'id',
      'size',
      'status',
      'triggered_at',
    ),
  ]),
  composition('a9s-restore', 'Restore', managedResource('Restore'), [
    ...claimLabels,
    down('spec.backupRef', 'spec.forProvider.backupName'),
    // No field: provider-anynines has none for it, and Crossplane could not apply the object.
    down(
      'spec.instanceRef',
      'metadata.annotations[klutch.anynines.com/restore-into]',
    ),
    backupManager,
    ...statusOf('finishedAt', 'restoreId', 'state', 'triggeredAt'),
  ]),
];
