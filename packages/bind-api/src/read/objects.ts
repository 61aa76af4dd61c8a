/** Tolerant readers for the kinds of the binding protocol. */
import type {
  CustomResourceDefinition,
  JsonSchemaProps,
  KubeObject,
  Resource,
} from '@klutch/kube';
import { crds } from '../crds';
import {
  anyObject,
  array,
  boolean,
  object,
  string,
  stringMap,
} from '../crds/schema';
import { bindResources } from '../resources';
import type { Result } from '../result';
import type { APIServiceBinding } from '../types/apiServiceBinding';
import type { APIServiceExport } from '../types/apiServiceExport';
import type { APIServiceExportRequest } from '../types/apiServiceExportRequest';
import type { APIServiceExportTemplate } from '../types/apiServiceExportTemplate';
import type { APIServiceNamespace } from '../types/apiServiceNamespace';
import type { AppClusterBinding } from '../types/appClusterBinding';
import type { ClusterBinding } from '../types/clusterBinding';
import { readShape } from './shape';

const metadata = object({
  name: string(),
  generateName: string(),
  namespace: string(),
  uid: string(),
  resourceVersion: string(),
  generation: { type: 'integer' },
  creationTimestamp: string(),
  deletionTimestamp: string(),
  labels: stringMap(),
  annotations: stringMap(),
  finalizers: array(string()),
  ownerReferences: array(
    object(
      {
        apiVersion: string(),
        kind: string(),
        name: string(),
        uid: string(),
        controller: boolean(),
        blockOwnerDeletion: boolean(),
      },
      ['apiVersion', 'kind', 'name', 'uid'],
    ),
  ),
  managedFields: array(anyObject()),
});

const schemaOf = (
  crd: CustomResourceDefinition,
  apiVersion: string,
  kind: string,
): JsonSchemaProps => {
  const root = crd.spec.versions[0]?.schema?.openAPIV3Schema ?? {};
  return object(
    {
      ...root.properties,
      apiVersion: string({ enum: [apiVersion] }),
      kind: string({ enum: [kind] }),
      metadata,
    },
    [...(root.required ?? []), 'metadata'],
  );
};

/** Reader of one kind: returns the object without Go's nulls, or an error that names the first invalid field. */
export type ObjectReader<T extends KubeObject> = (object: unknown) => Result<T>;

const reader = <T extends KubeObject>(
  { group, version, kind }: Resource<T>,
  crd: CustomResourceDefinition,
): ObjectReader<T> => {
  const apiVersion = `${group}/${version}`;
  const schema = schemaOf(crd, apiVersion, kind);
  return value => {
    const read = readShape(schema, value, '');
    if ('problem' in read) {
      return {
        ok: false,
        error: `The ${kind} is invalid: ${read.problem}. Correct the object at its source.`,
      };
    }
    // Items of lists lack apiVersion and kind.
    const whole: unknown = { apiVersion, kind, ...Object(read.value) };
    return { ok: true, value: whole as T };
  };
};

/** Reads an APIServiceBinding, in either scope. */
export const readAPIServiceBinding: ObjectReader<APIServiceBinding> = reader(
  bindResources.bindings,
  crds.apiServiceBindings,
);

/** Reads an APIServiceExport. */
export const readAPIServiceExport: ObjectReader<APIServiceExport> = reader(
  bindResources.exports,
  crds.apiServiceExports,
);

/** Reads an APIServiceExportRequest. */
export const readAPIServiceExportRequest: ObjectReader<APIServiceExportRequest> =
  reader(bindResources.requests, crds.apiServiceExportRequests);

/** Reads an APIServiceExportTemplate. */
export const readAPIServiceExportTemplate: ObjectReader<APIServiceExportTemplate> =
  reader(bindResources.templates, crds.apiServiceExportTemplates);

/** Reads an APIServiceNamespace. */
export const readAPIServiceNamespace: ObjectReader<APIServiceNamespace> =
  reader(bindResources.serviceNamespaces, crds.apiServiceNamespaces);

/** Reads an AppClusterBinding. */
export const readAppClusterBinding: ObjectReader<AppClusterBinding> = reader(
  bindResources.appClusterBindings,
  crds.appClusterBindings,
);

/** Reads a ClusterBinding. */
export const readClusterBinding: ObjectReader<ClusterBinding> = reader(
  bindResources.clusterBindings,
  crds.clusterBindings,
);
