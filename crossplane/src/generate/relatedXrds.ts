/** The XRDs of service bindings, backups and restores. */
import type { Rule, Schema } from '../dataServices/DataService';
import { dataServiceTypes } from '../dataServices/DataService';
import { icon } from '../dataServices/icons';
import type { CompositeResourceDefinition } from '../types';
import {
  claimXrd,
  compositionIsFixed,
  managedConditions,
  messageColumn,
  type PrinterColumn,
} from './xrd';

const instanceRef: Schema = {
  type: 'string',
  description: 'Name of the service instance in the same namespace.',
  minLength: 1,
};
const serviceInstanceType: Schema = {
  type: 'string',
  description: 'Type of the service instance.',
  enum: dataServiceTypes,
};

/** The a8s automation provides PostgreSQL only; a9s, the default, every type. */
const a8sServesPostgresql = (composition: string): Rule => ({
  rule: `!(has(self.compositionRef) && self.compositionRef.name == '${composition}') || self.serviceInstanceType == 'postgresql'`,
  fieldPath: '.serviceInstanceType',
  message: `${composition} serves postgresql only`,
});

/** A field that cannot change. */
const fixed = (name: string, schema: Schema): Schema => ({
  ...schema,
  'x-kubernetes-validations': [
    {
      rule: 'self == oldSelf',
      message: `${name} cannot be changed; create a new service binding`,
    },
  ],
});

const column = (name: string, jsonPath: string): PrinterColumn => ({
  name,
  type: 'string',
  jsonPath,
});
const instanceColumn = column('Instance', '.spec.instanceRef');
const typeColumn = column('Type', '.spec.serviceInstanceType');

const text = (description: string): Schema => ({ type: 'string', description });
const whole = (description: string): Schema => ({
  type: 'integer',
  description,
});

const lastObservationTime = text(
  'When the conditions were last observed, RFC 3339; reported by a8s only.',
);

const serviceBinding = claimXrd({
  kind: 'ServiceBinding',
  plural: 'servicebindings',
  description: 'Credentials for a service instance.',
  defaultComposition: 'a9s-servicebinding',
  annotations: {
    kind: 'servicebinding',
    title: 'Service binding',
    description: 'A user of its own with credentials for one service instance.',
    icon: icon('key', '#5b4b8a'),
  },
  columns: [
    instanceColumn,
    typeColumn,
    column('Secret', '.status.managed.secret.name'),
    column('State', '.status.managed.state'),
    messageColumn,
  ],
  managed: {
    state: text('Pending, Created or Deleting.'),
    serviceBindingID: whole(
      'Number of the service binding within its instance.',
    ),
    implemented: {
      type: 'boolean',
      description: 'Whether the user exists; reported by a8s only.',
    },
    secret: {
      type: 'object',
      description: 'The Secret with the credentials, in the same namespace.',
      properties: {
        name: text('Name of the Secret.'),
        namespace: text('Its namespace on the control plane.'),
      },
    },
    connectionDetails: {
      type: 'array',
      description: 'Where the service listens.',
      items: {
        type: 'object',
        properties: {
          hostURL: text('Host name, address or URL.'),
          port: text('Port.'),
          label: text('What listens there.'),
          database: text('Database to connect to.'),
        },
        'x-kubernetes-preserve-unknown-fields': true,
      },
    },
    conditions: managedConditions,
  },
  spec: {
    description: 'Which instance gets a user.',
    required: ['instanceRef', 'serviceInstanceType'],
    'x-kubernetes-validations': [
      a8sServesPostgresql('a8s-servicebinding'),
      compositionIsFixed('; create a new service binding'),
    ],
    properties: {
      // The user exists on one instance, so a change would leave it there.
      instanceRef: fixed('instanceRef', instanceRef),
      acceptsIncomplete: {
        type: 'boolean',
        description: 'Accepted for old manifests; no composition uses it.',
      },
      region: {
        type: 'string',
        description: 'Accepted for old manifests; no composition uses it.',
        enum: ['eu-central-1', 'us-east-1'],
      },
      policy: text('Accepted for old manifests; no composition uses it.'),
      serviceInstanceType,
    },
  },
});

const backup = claimXrd({
  kind: 'Backup',
  plural: 'backups',
  description: 'A backup of a service instance.',
  defaultComposition: 'a9s-backup',
  annotations: {
    kind: 'backup',
    title: 'Backup',
    description: 'A copy of the data of one service instance.',
    icon: icon('up', '#2f6f8f'),
  },
  columns: [
    instanceColumn,
    typeColumn,
    column('State', '.status.managed.status'),
    { ...column('Bytes', '.status.managed.size'), type: 'integer' },
    messageColumn,
  ],
  managed: {
    id: whole('Number of the backup.'),
    status: text('queued, running, done, failed or deleted.'),
    size: whole('Size in bytes.'),
    triggered_at: text('When the backup began, RFC 3339.'),
    finished_at: text('When the backup ended, RFC 3339.'),
    downloadable: {
      type: 'boolean',
      description: 'Whether the backup can be downloaded.',
    },
    backupID: text('Identifier of the backup; reported by a8s only.'),
    podUsedNamespacedName: text(
      'Namespace and name of the Pod that is backed up; reported by a8s only.',
    ),
    podUsedUID: text('UID of that Pod; reported by a8s only.'),
    retries: whole(
      'How often the backup was tried again; reported by a8s only.',
    ),
    lastObservationTime,
    conditions: managedConditions,
  },
  spec: {
    description: 'Which instance is backed up.',
    required: ['instanceRef', 'serviceInstanceType'],
    'x-kubernetes-validations': [
      a8sServesPostgresql('a8s-backup'),
      compositionIsFixed('; create a new backup'),
    ],
    properties: { instanceRef, serviceInstanceType },
  },
});

const restore = claimXrd({
  kind: 'Restore',
  plural: 'restores',
  description: 'A restore of a backup.',
  defaultComposition: 'a9s-restore',
  annotations: {
    kind: 'restore',
    title: 'Restore',
    description: 'Puts the data of a backup back into a service instance.',
    icon: icon('back', '#2f6f8f'),
  },
  columns: [
    column('Backup', '.spec.backupRef'),
    instanceColumn,
    typeColumn,
    column('State', '.status.managed.state'),
    messageColumn,
  ],
  managed: {
    restoreId: whole('Number of the restore.'),
    state: text('queued, running, done or failed.'),
    triggeredAt: text('When the restore began, RFC 3339.'),
    finishedAt: text('When the restore ended, RFC 3339.'),
    restoreID: text('Identifier of the restore; reported by a8s only.'),
    podToPoll: {
      type: 'object',
      description:
        'The Pod that restores and is asked for the progress; reported by a8s only.',
      properties: {
        namespacedName: text('Namespace and name of the Pod.'),
        ip: text('IP address of the Pod.'),
        uid: text('UID of the Pod.'),
      },
    },
    lastObservationTime,
    conditions: managedConditions,
  },
  spec: {
    description: 'Which backup is restored.',
    required: ['backupRef', 'serviceInstanceType'],
    'x-kubernetes-validations': [
      a8sServesPostgresql('a8s-restore'),
      compositionIsFixed('; create a new restore'),
      {
        rule: "!(has(self.compositionRef) && self.compositionRef.name == 'a8s-restore') || (has(self.instanceRef) && self.instanceRef != '')",
        message: 'a8s-restore needs instanceRef',
      },
    ],
    properties: {
      backupRef: {
        type: 'string',
        description: 'Name of the backup in the same namespace.',
        minLength: 1,
      },
      instanceRef: text(
        'Name of the service instance to restore into, in the same namespace and of the same type. Default of a9s-restore: the one the backup came from.',
      ),
      serviceInstanceType,
    },
  },
});

export const relatedXrds: readonly CompositeResourceDefinition[] = [
  serviceBinding,
  backup,
  restore,
];
