/** Crossplane's CompositeResourceDefinitions, with the fields that the portal reads. */
import { defineResource } from '@klutch/kube';
import type { Xrd } from './serviceInfo';

/** CompositeResourceDefinitions of the control plane. */
export const xrdResource = defineResource<Xrd>({
  group: 'apiextensions.crossplane.io',
  version: 'v1',
  plural: 'compositeresourcedefinitions',
  kind: 'CompositeResourceDefinition',
  namespaced: false,
});
