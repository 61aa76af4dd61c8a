/** Crossplane's own resources. */
import { defineResource } from '@klutch/kube';

const clusterScoped = (
  group: string,
  version: string,
  plural: string,
  kind: string,
) => defineResource({ group, version, plural, kind, namespaced: false });

const pkg = (plural: string, kind: string) =>
  clusterScoped('pkg.crossplane.io', 'v1', plural, kind);

/** Packages, and the revisions of functions. */
export const packages = {
  providers: pkg('providers', 'Provider'),
  functions: pkg('functions', 'Function'),
  configurations: pkg('configurations', 'Configuration'),
} as const;

/** Of the provider of the a9s data services: where an automation is, and whether its last health check passed. */
export const providerConfigs = clusterScoped(
  'dataservices.anynines.com',
  'v1',
  'providerconfigs',
  'ProviderConfig',
);

export const functionRevisions = pkg('functionrevisions', 'FunctionRevision');

const extensions = (plural: string, kind: string) =>
  clusterScoped('apiextensions.crossplane.io', 'v1', plural, kind);

export const xrds = extensions(
  'compositeresourcedefinitions',
  'CompositeResourceDefinition',
);
export const compositions = extensions('compositions', 'Composition');
