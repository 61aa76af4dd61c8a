/** The resource that a service is composed of, for each kind of provider. Pure functions. */
import type { PermissionClaim } from '@klutch/bind-api';
import {
  claimName,
  claimNamespace,
  down,
  format,
  managedConditions,
  messageColumn,
  up,
  type Patch,
  type PrinterColumn,
  type Schema,
  type Transform,
} from '@klutch/crossplane';
import { Document } from 'yaml';
import type { Definition, Provider, ProviderKind } from './definition';

/** Where a resource has the fields that plans, versions and parameters set. */
export const settingsOf: Record<ProviderKind, string> = {
  configmap: 'data',
  'managed-resource': 'spec.forProvider',
  'kubernetes-object': 'spec',
};

/** A composed resource, and what follows from its kind for the other manifests. */
export interface ComposedResource {
  base: object;
  patches: Patch[];
  /** Fields of `status.managed`. */
  managed: Record<string, Schema>;
  columns: PrinterColumn[];
  /** What app clusters get besides the claim's status. */
  claims: PermissionClaim[];
}

/** The parts that depend on the kind of provider. */
interface Shape extends ComposedResource {
  /** Path of the object that holds the settings. */
  settings: string;
  /** The settings hold strings only. */
  stringsOnly?: true;
}

const text = (description: string): Schema => ({ type: 'string', description });

const delivered = (resource: 'configmaps' | 'secrets'): PermissionClaim => ({
  group: '',
  resource,
  version: 'v1',
  selector: { owner: 'Provider' },
});

/**
 * Objects beside the claim are named after claim and service. Names of services have no dots, so that claims of two
 * services never share an object.
 */
const nameBesideClaim = ({ name }: Definition) => format(`%s.${name}`);

/** The Secret of a resource that writes one, beside the claim. */
const connectionSecret = (definition: Definition) => ({
  patches: [
    down(claimNamespace, 'spec.writeConnectionSecretToRef.namespace'),
    down(
      claimName,
      'spec.writeConnectionSecretToRef.name',
      nameBesideClaim(definition),
    ),
    up('spec.writeConnectionSecretToRef.name', 'status.managed.secret.name'),
  ],
  managed: {
    secret: {
      type: 'object',
      description: 'The Secret with the credentials, in the same namespace.',
      properties: { name: text('Name of the Secret.') },
    } satisfies Schema,
  },
  claims: [delivered('secrets')],
});

type ResourceProvider = Extract<Provider, { kind: 'managed-resource' }>;
type ObjectProvider = Extract<Provider, { kind: 'kubernetes-object' }>;

const managedResource = (
  definition: Definition,
  provider: ResourceProvider,
): Shape => {
  const secret = provider.connectionSecret
    ? connectionSecret(definition)
    : undefined;
  return {
    base: {
      apiVersion: provider.apiVersion,
      kind: provider.resourceKind,
      spec: { providerConfigRef: { name: provider.providerConfig } },
    },
    settings: settingsOf['managed-resource'],
    patches: secret?.patches ?? [],
    managed: secret?.managed ?? {},
    columns: [],
    claims: secret?.claims ?? [],
  };
};

const manifest = 'spec.forProvider.manifest';

/** An `Object` of provider-kubernetes with a manifest in the claim's namespace. */
const objectWith = (
  providerConfig: string,
  content: object,
  readiness: 'SuccessfulCreate' | 'DeriveFromObject',
) => ({
  apiVersion: 'kubernetes.crossplane.io/v1alpha2',
  kind: 'Object',
  spec: {
    readiness: { policy: readiness },
    forProvider: { manifest: content },
    providerConfigRef: { name: providerConfig },
  },
});

const configMap = (definition: Definition, providerConfig: string): Shape => ({
  base: objectWith(
    providerConfig,
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { labels: { 'klutch.io/service': definition.name } },
    },
    'SuccessfulCreate',
  ),
  settings: `${manifest}.${settingsOf.configmap}`,
  stringsOnly: true,
  patches: [
    down(claimNamespace, `${manifest}.metadata.namespace`),
    down(claimName, `${manifest}.metadata.name`, nameBesideClaim(definition)),
    ...(definition.versions.length > 0
      ? [down('spec.service', `${manifest}.data.service`)]
      : []),
    down('spec.plan', `${manifest}.data.plan`),
    up(`${manifest}.metadata.name`, 'status.managed.configMap.name'),
  ],
  managed: {
    configMap: {
      type: 'object',
      description: 'The ConfigMap with the settings, in the same namespace.',
      properties: { name: text('Name of the ConfigMap.') },
    },
  },
  columns: [
    {
      name: 'ConfigMap',
      type: 'string',
      jsonPath: '.status.managed.configMap.name',
    },
  ],
  claims: [delivered('configmaps')],
});

/** The operator's resource is named after the claim, and is ready when the operator says so. */
const kubernetesObject = (provider: ObjectProvider): Shape => ({
  base: objectWith(
    provider.providerConfig,
    { apiVersion: provider.apiVersion, kind: provider.resourceKind },
    'DeriveFromObject',
  ),
  settings: `${manifest}.${settingsOf['kubernetes-object']}`,
  patches: [
    down(claimNamespace, `${manifest}.metadata.namespace`),
    down(claimName, `${manifest}.metadata.name`),
  ],
  managed: {},
  columns: [],
  claims: provider.deliversSecrets ? [delivered('secrets')] : [],
});

function shapeOf(definition: Definition): Shape {
  const { provider } = definition;
  switch (provider.kind) {
    case 'configmap':
      return configMap(definition, provider.providerConfig);
    case 'managed-resource':
      return managedResource(definition, provider);
    default:
      return kubernetesObject(provider);
  }
}

/** What the author chooses from. */
export const providerKinds: Record<ProviderKind, string> = {
  configmap: 'a ConfigMap for the application, by provider-kubernetes',
  'managed-resource': 'a managed resource of a Crossplane provider',
  'kubernetes-object':
    'a resource of an operator on the control plane, by provider-kubernetes',
};

/** The composed resource with the patches for plans, versions and parameters. */
export function composedResource(definition: Definition): ComposedResource {
  const { plans, versions, parameters } = definition;
  const { settings, stringsOnly, ...resource } = shapeOf(definition);
  const valueOf = (value: string | number | boolean) =>
    stringsOnly ? String(value) : value;
  const toStrings: Transform[] = [
    { type: 'convert', convert: { toType: 'string' } },
  ];

  const setBy = (from: string, choices: Definition['versions']) =>
    Object.keys(choices[0]?.sets ?? {}).map(field =>
      down(from, `${settings}.${field}`, {
        type: 'map',
        map: Object.fromEntries(
          choices.map(({ name, sets }) => [name, valueOf(sets[field] ?? '')]),
        ),
      }),
    );
  const base = new Document(resource.base);
  for (const { name, field = name, default: value } of parameters) {
    if (value !== undefined) {
      base.setIn([...settings.split('.'), ...field.split('.')], valueOf(value));
    }
  }
  return {
    ...resource,
    base: base.toJS(),
    // Conditions of the managed resource, which the portal explains.
    managed: { ...resource.managed, conditions: managedConditions },
    columns: [...resource.columns, messageColumn],
    patches: [
      ...resource.patches,
      up('status.conditions', 'status.managed.conditions'),
      ...setBy('spec.service', versions),
      ...setBy('spec.plan', plans),
      ...parameters.map(({ name, field = name, type }) =>
        down(
          `spec.parameters.${name}`,
          `${settings}.${field}`,
          ...(stringsOnly && type !== 'string' ? toStrings : []),
        ),
      ),
    ],
  };
}
