/** Crossplane's definitions of claims, as the portal reads them. */
import { defineResource } from '@klutch/kube';
import type { Xrd } from '../services/serviceInfo';

/** CompositeResourceDefinitions of the control plane. */
export const xrdResource = defineResource<Xrd>({
  group: 'apiextensions.crossplane.io',
  version: 'v1',
  plural: 'compositeresourcedefinitions',
  kind: 'CompositeResourceDefinition',
  namespaced: false,
});
