/** Types and descriptors of the managed resources of `dataservices.anynines.com/v1` that this provider reconciles. */
import type { InstanceUsage } from '../host/usage';
import { KubeObject, ObjectMeta, defineResource } from '@klutch/kube';
import { JobState } from '../host/reports';
import { Condition } from './conditions';

/** The common fields of all managed resources. */
export interface ManagedResource extends KubeObject {
  metadata: ObjectMeta;
  spec?: {
    deletionPolicy?: 'Delete' | 'Orphan';
    forProvider?: object;
    providerConfigRef?: { name: string };
    writeConnectionSecretToRef?: { name: string; namespace: string };
  };
  status?: { conditions?: Condition[]; atProvider?: object };
}

export interface ServiceInstance extends ManagedResource {
  spec?: ManagedResource['spec'] & {
    forProvider?: {
      serviceName?: string;
      planName?: string;
      parameters?: Record<string, unknown>;
    };
  };
  status?: {
    conditions?: Condition[];
    atProvider?: {
      state?: 'created' | 'deploying' | 'provisioned' | 'deleting' | 'failed';
      instanceId?: string;
      serviceId?: string;
      planId?: string;
      /** Version of the server. */
      version?: string;
      parameters?: Record<string, unknown>;
      createdAt?: string;
      provisionedAt?: string;
      updatedAt?: string;
      usage?: InstanceUsage;
    };
  };
}

export interface ServiceBinding extends ManagedResource {
  spec?: ManagedResource['spec'] & { forProvider?: { instanceName?: string } };
  status?: {
    conditions?: Condition[];
    atProvider?: {
      state?: 'Pending' | 'Created' | 'Deleting';
      /** Number of the binding within its instance. */
      serviceBindingID?: number;
      instanceId?: string;
      serviceID?: string;
      planID?: string;
      connectionDetails?: {
        hostURL: string;
        port: string;
        label: string;
        database?: string;
      }[];
    };
  };
}

export interface Backup extends ManagedResource {
  spec?: ManagedResource['spec'] & { forProvider?: { instanceName?: string } };
  status?: {
    conditions?: Condition[];
    atProvider?: {
      instanceId?: string;
      id?: number;
      size?: number;
      status?: JobState | 'deleted';
      triggered_at?: string;
      finished_at?: string;
      downloadable?: boolean;
    };
  };
}

export interface Restore extends ManagedResource {
  spec?: ManagedResource['spec'] & {
    forProvider?: {
      backupName?: string;
    };
  };
  status?: {
    conditions?: Condition[];
    atProvider?: {
      instanceId?: string;
      backupId?: number;
      restoreId?: number;
      state?: JobState | 'deleted';
      triggeredAt?: string;
      finishedAt?: string;
    };
  };
}

/** `kubernetes.crossplane.io/v1alpha2` Object: any Kubernetes object on the control plane. */
export interface KubernetesObject extends ManagedResource {
  spec?: ManagedResource['spec'] & {
    forProvider?: { manifest?: Partial<KubeObject> };
    readiness?: { policy?: 'SuccessfulCreate' | 'DeriveFromObject' };
  };
  status?: {
    conditions?: Condition[];
    atProvider?: { manifest?: KubeObject };
  };
}

const api = {
  group: 'dataservices.anynines.com',
  version: 'v1',
  namespaced: false,
};

export const serviceInstances = defineResource<ServiceInstance>({
  ...api,
  plural: 'serviceinstances',
  kind: 'ServiceInstance',
});

export const serviceBindings = defineResource<ServiceBinding>({
  ...api,
  plural: 'servicebindings',
  kind: 'ServiceBinding',
});

export const backups = defineResource<Backup>({
  ...api,
  plural: 'backups',
  kind: 'Backup',
});

export const restores = defineResource<Restore>({
  ...api,
  plural: 'restores',
  kind: 'Restore',
});

export const kubernetesObjects = defineResource<KubernetesObject>({
  group: 'kubernetes.crossplane.io',
  version: 'v1alpha2',
  plural: 'objects',
  kind: 'Object',
  namespaced: false,
});
