/** The claim that an order becomes, and how a claim is shown as YAML; pure. */
import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { apiVersionOf } from '@klutch/kube';
import { stringify } from 'yaml';
import type { ApiDescriptor, ClaimObject, ClaimSpec } from '../inventory/api';

/** What an order says, and what the portal adds. */
export interface ClaimOrder extends Pick<
  Schemas['ClaimRequest'],
  'namespace' | 'name' | 'spec'
> {
  api: ApiDescriptor;
  /** Entity ref of who orders. */
  owner: string;
  /** What `spec.compositionRef.name` is to be when the order names none. */
  defaultComposition?: string;
}

/** The claim. The composition is always named, because rules of APIs may read it without a test whether it is there. */
export function claimManifest(order: ClaimOrder): ClaimObject {
  const { api, defaultComposition } = order;
  const requestedSpec: ClaimSpec = order.spec;
  return {
    apiVersion: apiVersionOf(api),
    kind: api.kind,
    metadata: {
      name: order.name,
      namespace: order.namespace,
      annotations: { [KLUTCH_OWNER_ANNOTATION]: order.owner },
    },
    spec: {
      ...requestedSpec,
      ...(!requestedSpec.compositionRef &&
        defaultComposition && {
          compositionRef: { name: defaultComposition },
        }),
    },
  };
}

/** The claim as people know it from kubectl, without the server's bookkeeping of fields. */
export function manifestOf(object: ClaimObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  const { apiVersion, kind, metadata: __, ...rest } = object;
  return stringify({ apiVersion, kind, metadata, ...rest });
}
