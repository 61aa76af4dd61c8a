/** Builds the claim for an order, and renders a claim as YAML. Pure functions. */
import {
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
  KLUTCH_REPLACES_ANNOTATION,
  KLUTCH_RESTORE_FROM_ANNOTATION,
  KLUTCH_SYSTEM_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { toYaml } from '@klutch/bind-api';
import { apiVersionOf } from '@klutch/kube';
import {
  withComposition,
  type ApiDescriptor,
  type ClaimObject,
} from '../claimApis/claimResource';

/** The order of a user, with the fields that the portal adds. */
export interface ClaimOrder extends Pick<
  Schemas['ClaimRequest'],
  | 'namespace'
  | 'name'
  | 'spec'
  | 'replaces'
  | 'restoreFrom'
  | 'component'
  | 'system'
> {
  api: ApiDescriptor;
  /** Entity ref. */
  owner?: string;
  /** Value of `spec.compositionRef.name` when the order has none. */
  defaultComposition?: string;
}

/** The claim, always with a composition if there is a default one. */
export function claimManifest(order: ClaimOrder): ClaimObject {
  const { api } = order;
  return {
    apiVersion: apiVersionOf(api),
    kind: api.kind,
    metadata: {
      name: order.name,
      namespace: order.namespace,
      annotations: {
        ...(order.owner && { [KLUTCH_OWNER_ANNOTATION]: order.owner }),
        ...(order.component && {
          [KLUTCH_COMPONENT_ANNOTATION]: order.component,
        }),
        ...(order.system && { [KLUTCH_SYSTEM_ANNOTATION]: order.system }),
        ...(order.replaces && { [KLUTCH_REPLACES_ANNOTATION]: order.replaces }),
        ...(order.restoreFrom && {
          [KLUTCH_RESTORE_FROM_ANNOTATION]: order.restoreFrom,
        }),
      },
    },
    spec: withComposition(order.spec, order.defaultComposition),
  };
}

/** The claim as YAML, without `managedFields`. */
export function manifestOf(object: ClaimObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  const { apiVersion, kind, metadata: __, ...rest } = object;
  return toYaml([{ apiVersion, kind, metadata, ...rest }]);
}
