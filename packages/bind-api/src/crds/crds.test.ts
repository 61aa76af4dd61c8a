import { apiServiceBindingCrd } from './apiServiceBinding';
import { appClusterCrds, controlPlaneCrds, crds } from '.';
import type {
  CustomResourceDefinition,
  JsonSchemaProps,
} from '../types/customResourceDefinition';

const kindOf = (schema: JsonSchemaProps): string => {
  if (schema.type === 'array')
    return `${schema.items ? kindOf(schema.items) : 'unknown'}[]`;
  if (schema['x-kubernetes-preserve-unknown-fields']) return 'any';
  if (schema.additionalProperties) return 'map';
  return [schema.type, schema.format].filter(Boolean).join(':');
};

const keywords = (schema: JsonSchemaProps): string[] =>
  [
    schema.enum && `enum(${schema.enum.join(',')})`,
    schema.pattern && 'pattern',
    schema.minLength && `minLength(${schema.minLength})`,
    schema.minItems && `minItems(${schema.minItems})`,
    schema.default !== undefined &&
      `default(${JSON.stringify(schema.default)})`,
    schema['x-kubernetes-list-map-keys'] &&
      `mapBy(${schema['x-kubernetes-list-map-keys'].join(',')})`,
    schema['x-kubernetes-map-type'],
    schema['x-kubernetes-validations']
      ?.map(({ rule }) => (rule === 'self == oldSelf' ? 'immutable' : 'cel'))
      .join(' '),
  ].filter((word): word is string => Boolean(word));

/** One line for each field: `path kind[!] keywords`, `!` for required. Claims and names have a table of their own. */
const facts = (schema: JsonSchemaProps, path: string): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    const required = schema.required?.includes(name) ? '!' : '';
    const line = [at, `${kindOf(field)}${required}`, ...keywords(field)].join(
      ' ',
    );
    const leaf = [
      'permissionClaims',
      'conditions',
      'names',
      'acceptedNames',
    ].includes(name);
    const deeper = field.items ?? field;
    const itemRules = field.items
      ? keywords(field.items).map(word => `${at}[] ${word}`)
      : [];
    return leaf
      ? [line]
      : [line, ...itemRules, ...facts(deeper, field.items ? `${at}[]` : at)];
  });

const schemaOf = (crd: CustomResourceDefinition): JsonSchemaProps =>
  crd.spec.versions[0]?.schema?.openAPIV3Schema ?? {};
const part = (
  crd: CustomResourceDefinition,
  ...path: string[]
): JsonSchemaProps =>
  path.reduce<JsonSchemaProps>(
    (schema, name) =>
      (name === '[]' ? schema.items : schema.properties?.[name]) ?? {},
    schemaOf(crd),
  );
const lines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

const table: [string, CustomResourceDefinition, string][] = [
  [
    'APIServiceExport',
    crds.apiServiceExports,
    `
    spec object! cel cel cel
    spec.group string!
    spec.names object!
    spec.scope string! enum(Cluster,Namespaced)
    spec.versions object[]! minItems(1) mapBy(name)
    spec.versions[].name string! pattern minLength(1)
    spec.versions[].served boolean! default(true)
    spec.versions[].storage boolean!
    spec.versions[].deprecated boolean
    spec.versions[].deprecationWarning string
    spec.versions[].schema object!
    spec.versions[].schema.openAPIV3Schema any! atomic
    spec.versions[].subresources object
    spec.versions[].subresources.status object
    spec.versions[].subresources.scale object
    spec.versions[].subresources.scale.specReplicasPath string!
    spec.versions[].subresources.scale.statusReplicasPath string!
    spec.versions[].subresources.scale.labelSelectorPath string
    spec.versions[].additionalPrinterColumns object[] mapBy(name)
    spec.versions[].additionalPrinterColumns[].name string!
    spec.versions[].additionalPrinterColumns[].type string!
    spec.versions[].additionalPrinterColumns[].jsonPath string!
    spec.versions[].additionalPrinterColumns[].description string
    spec.versions[].additionalPrinterColumns[].format string
    spec.versions[].additionalPrinterColumns[].priority integer:int32
    spec.informerScope string! enum(Cluster,Namespaced) immutable
    spec.clusterScopedIsolation string enum(Prefixed,Namespaced,None)
    spec.permissionClaims object[]
    status object
    status.acceptedNames object
    status.storedVersions string[]
    status.conditions object[]`,
  ],
  [
    'APIServiceExportRequest',
    crds.apiServiceExportRequests,
    `
    spec object!
    spec.parameters any immutable
    spec.resources object[]! minItems(1) immutable
    spec.resources[].group string pattern default("")
    spec.resources[].resource string! pattern
    spec.resources[].versions string[]
    spec.resources[].permissionClaims object[]
    status object default({})
    status.phase string enum(Pending,Failed,Succeeded) default("Pending")
    status.terminalMessage string
    status.conditions object[]`,
  ],
  [
    'APIServiceNamespace',
    crds.apiServiceNamespaces,
    `
    spec object
    status object
    status.namespace string`,
  ],
  [
    'ClusterBinding',
    crds.clusterBindings,
    `
    spec object!
    spec.kubeconfigSecretRef object! immutable
    spec.kubeconfigSecretRef.name string! minLength(1)
    spec.kubeconfigSecretRef.key string! enum(kubeconfig)
    spec.providerPrettyName string! minLength(1)
    spec.serviceProviderSpec any
    status object
    status.lastHeartbeatTime string:date-time
    status.heartbeatInterval string
    status.konnectorVersion string
    status.conditions object[]`,
  ],
  [
    'APIServiceBinding',
    crds.apiServiceBindings,
    `
    spec object
    spec.kubeconfigSecretRef object! immutable
    spec.kubeconfigSecretRef.name string! minLength(1)
    spec.kubeconfigSecretRef.key string! enum(kubeconfig)
    spec.kubeconfigSecretRef.namespace string! minLength(1)
    spec.permissionClaims object[]
    status object
    status.providerPrettyName string
    status.conditions object[]`,
  ],
  [
    'APIServiceExportTemplate',
    crds.apiServiceExportTemplates,
    `
    spec object!
    spec.APIServiceSelector object!
    spec.APIServiceSelector.group string pattern default("")
    spec.APIServiceSelector.resource string! pattern
    spec.APIServiceSelector.version string minLength(1)
    spec.permissionClaims object[]
    status object`,
  ],
];

const claimFields = `
  group string pattern default("")
  resource string! pattern
  version string! minLength(1)
  required boolean
  selector object default({})
  selector.names string[] default(["*"])
  selector.namespaces string[] default(["*"])
  selector.labelSelectors map[]
  selector.fieldSelectors string[]
  selector.owner string enum(Provider,Consumer)
  read object default({})
  read.labels object[]
  read.labels[].pattern string
  read.labelsOnProviderOwnedObjects object[]
  read.labelsOnProviderOwnedObjects[].pattern string
  read.annotations object[]
  read.annotations[].pattern string
  read.overrideAnnotations object[]
  read.overrideAnnotations[].pattern string
  create object
  create.replaceExisting boolean
  autoAdopt boolean
  autoDonate boolean
  onConflict object default({})
  onConflict.recreateWhenConsumerSideDeleted boolean default(true)
  update object
  update.fields string[]
  update.preserving string[]
  update.alwaysRecreate boolean
  update.labels object[]
  update.labels[].pattern string
  update.labelsOnConsumerOwnedObjects object[]
  update.labelsOnConsumerOwnedObjects[].pattern string
  update.annotations object[]
  update.annotations[].pattern string
  update.annotationsOnConsumerOwnedObjects object[]
  update.annotationsOnConsumerOwnedObjects[].pattern string`;

describe('the CRDs have the fields of the wire contract', () => {
  it.each(table)('%s', (_kind, crd, expected) => {
    const root = {
      ...schemaOf(crd),
      properties: { spec: part(crd, 'spec'), status: part(crd, 'status') },
    };
    expect(facts(root, '')).toEqual(lines(expected));
  });

  it.each([
    ['export', crds.apiServiceExports, ['spec', 'permissionClaims', '[]'], ''],
    [
      'request',
      crds.apiServiceExportRequests,
      ['spec', 'resources', '[]', 'permissionClaims', '[]'],
      '',
    ],
    [
      'template',
      crds.apiServiceExportTemplates,
      ['spec', 'permissionClaims', '[]'],
      '',
    ],
    [
      'binding',
      crds.apiServiceBindings,
      ['spec', 'permissionClaims', '[]'],
      'state string! enum(Accepted,Rejected)',
    ],
  ])('permission claims of a %s', (_kind, crd, path, more) => {
    const claim = part(crd, ...path);
    expect(facts(claim, '')).toEqual([...lines(claimFields), ...lines(more)]);
    expect(keywords(claim)).toEqual(['cel']);
  });

  it.each([
    ['export', crds.apiServiceExports],
    ['request', crds.apiServiceExportRequests],
    ['cluster binding', crds.clusterBindings],
    ['binding', crds.apiServiceBindings],
  ])('conditions of a %s: one atomic list', (_kind, crd) => {
    const conditions = part(crd, 'status', 'conditions');
    expect(conditions['x-kubernetes-list-type']).toBeUndefined();
    expect(facts(conditions.items ?? {}, '')).toEqual(
      lines(`
        type string!
        status string!
        lastTransitionTime string:date-time!
        severity string
        reason string
        message string`),
    );
  });

  it.each([
    ['spec.names', ['spec', 'names']],
    ['status.acceptedNames', ['status', 'acceptedNames']],
  ])('%s of an export', (_what, path) => {
    expect(facts(part(crds.apiServiceExports, ...path), '')).toEqual(
      lines(`
        plural string!
        singular string
        shortNames string[]
        kind string!
        listKind string
        categories string[]`),
    );
  });
});

describe('the CRDs are listed as operators know them', () => {
  const columnsOf = (crd: CustomResourceDefinition) =>
    (crd.spec.versions[0]?.additionalPrinterColumns ?? []).map(column =>
      column.priority ? `${column.name}/${column.priority}` : column.name,
    );

  it.each([
    [
      'apiserviceexports.klutch.anynines.com',
      crds.apiServiceExports,
      ['Established/5', 'Age'],
    ],
    [
      'apiserviceexportrequests.klutch.anynines.com',
      crds.apiServiceExportRequests,
      ['Ready', 'Age'],
    ],
    [
      'apiservicenamespaces.klutch.anynines.com',
      crds.apiServiceNamespaces,
      ['Namespace', 'Age'],
    ],
    [
      'clusterbindings.klutch.anynines.com',
      crds.clusterBindings,
      ['Konnector Version', 'Last Heartbeat', 'Ready', 'Age'],
    ],
    [
      'apiservicebindings.klutch.anynines.com',
      crds.apiServiceBindings,
      ['Provider', 'Resources/1', 'Ready', 'Message', 'Age'],
    ],
    [
      'apiserviceexporttemplates.example-backend.klutch.anynines.com',
      crds.apiServiceExportTemplates,
      ['Established/5', 'Age'],
    ],
  ])('%s', (name, crd, columns) => {
    expect(crd.metadata.name).toBe(name);
    expect(columnsOf(crd)).toEqual(columns);
    expect(crd.spec.scope).toBe('Namespaced');
    expect(crd.spec.names.categories).toEqual(['kube-bindings']);
    expect(crd.spec.versions).toMatchObject([
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        subresources: { status: {} },
      },
    ]);
    expect(crd.spec.conversion).toBeUndefined();
  });

  it('with a short name for bindings only', () => {
    expect(crds.apiServiceBindings.spec.names.shortNames).toEqual(['sb']);
    expect(
      controlPlaneCrds.flatMap(crd => crd.spec.names.shortNames ?? []),
    ).toEqual([]);
  });

  it('in two sets, one for each side', () => {
    expect(controlPlaneCrds).toHaveLength(5);
    expect(appClusterCrds).toEqual([crds.apiServiceBindings]);
  });
});

describe('the binding CRD of v1.5.0', () => {
  it('differs from today’s by its scope alone', () => {
    const old = apiServiceBindingCrd('Cluster');
    expect(old.spec.scope).toBe('Cluster');
    expect({ ...old, spec: { ...old.spec, scope: 'Namespaced' } }).toEqual(
      crds.apiServiceBindings,
    );
  });
});
