/** Expected fields of each CRD in the wire contract, written by hand and independent of the CRDs' source. */
import type { CrdDescription } from './describeCrd';

const GROUP =
  'pattern(^(|[a-z0-9]([-a-z0-9]*[a-z0-9](\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?)$)';
const RESOURCE = 'pattern(^[a-z][-a-z0-9]*[a-z0-9]$)';
const VERSION = 'pattern(^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$)';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);

/** Prefixes each line with a path. */
const under = (path: string, text: string): string =>
  lines(text)
    .map(line => `${path}.${line}`)
    .join('\n');

const conditions = `
  status.conditions object[]
  ${under(
    'status.conditions[]',
    `
    type string!
    status string!
    lastTransitionTime string:date-time!
    severity string
    reason string
    message string`,
  )}`;

const crdNames = (path: string) =>
  under(
    path,
    `
    plural string!
    singular string
    shortNames string[] atomic
    kind string!
    listKind string
    categories string[] atomic`,
  );

const keyPatterns = (name: string) => `
  ${name} object[]
  ${name}[].pattern string`;

const permissionClaims = (path: string, more = '') => `
  ${path}.permissionClaims object[]
  ${path}.permissionClaims[] cel(!(has(self.autoAdopt) && self.autoAdopt && has(self.autoDonate) && self.autoDonate))
  ${under(
    `${path}.permissionClaims[]`,
    `
    group string default("") ${GROUP}
    resource string! ${RESOURCE}
    version string! minLength(1)
    required boolean
    selector object default({})
    selector.names string[] default(["*"])
    selector.namespaces string[] default(["*"])
    selector.labelSelectors map(string)[]
    selector.fieldSelectors string[]
    selector.owner string enum(Provider,Consumer)
    read object default({})
    ${keyPatterns('read.labels')}
    ${keyPatterns('read.labelsOnProviderOwnedObjects')}
    ${keyPatterns('read.annotations')}
    ${keyPatterns('read.overrideAnnotations')}
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
    ${keyPatterns('update.labels')}
    ${keyPatterns('update.labelsOnConsumerOwnedObjects')}
    ${keyPatterns('update.annotations')}
    ${keyPatterns('update.annotationsOnConsumerOwnedObjects')}
    ${more}`,
  )}`;

const clusterSecretKeyRef = `
  spec.kubeconfigSecretRef object! immutable
  spec.kubeconfigSecretRef.name string! minLength(1)
  spec.kubeconfigSecretRef.key string! enum(kubeconfig)
  spec.kubeconfigSecretRef.namespace string! minLength(1)`;

const age = 'Age date .metadata.creationTimestamp';
const ready = 'Ready string .status.conditions[?(@.type=="Ready")].status';
const established =
  'Established string .status.conditions[?(@.type=="Established")].status priority(5)';

const facts = (o: {
  kind: string;
  group?: string;
  plural: string;
  short?: string;
  scope?: string;
  columns: string[];
  rules?: string[];
  fields: string;
}): CrdDescription => {
  const name = `${o.plural}.${o.group ?? 'klutch.anynines.com'}`;
  const short = o.short ? ` short(${o.short})` : '';
  return {
    name,
    scope: o.scope ?? 'Namespaced',
    names: `${name} ${o.kind.toLowerCase()} ${o.kind} ${o.kind}List${short} in(kube-bindings)`,
    version: 'v1alpha1 served stored status',
    columns: o.columns,
    rules: o.rules ?? [],
    fields: lines(o.fields).sort(),
  };
};

const apiServiceBinding = (scope: string) =>
  facts({
    kind: 'APIServiceBinding',
    plural: 'apiservicebindings',
    short: 'sb',
    scope,
    columns: [
      'Provider string .status.providerPrettyName',
      // In upstream Klutch this column shows an annotation that is never written; the only difference on purpose.
      'Resources string .metadata.name priority(1)',
      ready,
      'Message string .status.conditions[?(@.type=="Ready")].message',
      age,
    ],
    fields: `
      spec object
      ${clusterSecretKeyRef}
      ${permissionClaims('spec', 'state string! enum(Accepted,Rejected)')}
      status object
      status.providerPrettyName string
      ${conditions}`,
  });

/** Facts by name of the CRD; `apiservicebindings` in its namespaced form. */
export const crdFacts: CrdDescription[] = [
  facts({
    kind: 'APIServiceExport',
    plural: 'apiserviceexports',
    columns: [established, age],
    rules: [
      'cel(self.metadata.name == self.spec.names.plural+"."+self.spec.group)',
    ],
    fields: `
      spec object! cel(self.scope == "Cluster" || !has(self.clusterScopedIsolation)) cel(self.scope == "Namespaced" || has(self.clusterScopedIsolation)) cel(self.scope == "Namespaced" || self.informerScope == "Cluster")
      spec.group string!
      spec.names object!
      ${crdNames('spec.names')}
      spec.scope string! enum(Cluster,Namespaced)
      spec.versions object[]! by(name) map minItems(1)
      spec.versions[].name string! minLength(1) ${VERSION}
      spec.versions[].served boolean! default(true)
      spec.versions[].storage boolean!
      spec.versions[].deprecated boolean
      spec.versions[].deprecationWarning string
      spec.versions[].schema object!
      spec.versions[].schema.openAPIV3Schema any(object)! atomic
      spec.versions[].subresources object
      spec.versions[].subresources.status object
      spec.versions[].subresources.scale object
      spec.versions[].subresources.scale.specReplicasPath string!
      spec.versions[].subresources.scale.statusReplicasPath string!
      spec.versions[].subresources.scale.labelSelectorPath string
      spec.versions[].additionalPrinterColumns object[] by(name) map
      spec.versions[].additionalPrinterColumns[].name string!
      spec.versions[].additionalPrinterColumns[].type string!
      spec.versions[].additionalPrinterColumns[].jsonPath string!
      spec.versions[].additionalPrinterColumns[].description string
      spec.versions[].additionalPrinterColumns[].format string
      spec.versions[].additionalPrinterColumns[].priority integer:int32
      spec.informerScope string! enum(Cluster,Namespaced) immutable
      spec.clusterScopedIsolation string enum(Prefixed,Namespaced,None)
      ${permissionClaims('spec')}
      status object
      status.acceptedNames object
      ${crdNames('status.acceptedNames')}
      status.storedVersions string[]
      ${conditions}`,
  }),
  facts({
    kind: 'APIServiceExportRequest',
    plural: 'apiserviceexportrequests',
    columns: [ready, age],
    fields: `
      spec object!
      spec.parameters any(object) immutable
      spec.resources object[]! immutable minItems(1)
      spec.resources[].group string default("") ${GROUP}
      spec.resources[].resource string! ${RESOURCE}
      spec.resources[].versions string[]
      ${permissionClaims('spec.resources[]')}
      status object default({})
      status.phase string default("Pending") enum(Pending,Failed,Succeeded)
      status.terminalMessage string
      ${conditions}`,
  }),
  facts({
    kind: 'APIServiceNamespace',
    plural: 'apiservicenamespaces',
    columns: ['Namespace string .status.namespace', age],
    fields: `
      spec object
      status object
      status.namespace string`,
  }),
  facts({
    kind: 'ClusterBinding',
    plural: 'clusterbindings',
    columns: [
      'Konnector Version string .status.konnectorVersion',
      'Last Heartbeat date .status.lastHeartbeatTime',
      ready,
      age,
    ],
    rules: ['cel(self.metadata.name == "cluster")'],
    fields: `
      spec object!
      spec.kubeconfigSecretRef object! immutable
      spec.kubeconfigSecretRef.name string! minLength(1)
      spec.kubeconfigSecretRef.key string! enum(kubeconfig)
      spec.providerPrettyName string! minLength(1)
      spec.serviceProviderSpec any(object)
      status object
      status.lastHeartbeatTime string:date-time
      status.heartbeatInterval string
      status.konnectorVersion string
      ${conditions}`,
  }),
  apiServiceBinding('Namespaced'),
  facts({
    kind: 'AppClusterBinding',
    plural: 'appclusterbindings',
    columns: [ready, age],
    rules: ['cel(self.metadata.name == oldSelf.metadata.name)'],
    fields: `
      spec object!
      ${clusterSecretKeyRef}
      spec.apiExports object[]
      spec.apiExports[].group string default("") ${GROUP}
      spec.apiExports[].resource string! ${RESOURCE}
      spec.konnector object
      spec.konnector.deploy boolean
      spec.konnector.overrides object
      ${under(
        'spec.konnector.overrides',
        `
        name string
        image string
        command string[] atomic
        args string[] atomic
        workingDir string
        ports object[] by(containerPort,protocol) map
        envFrom object[] atomic
        env object[]
        resources object
        restartPolicy string
        volumeMounts object[]
        volumeDevices object[]
        livenessProbe object
        readinessProbe object
        startupProbe object
        lifecycle object
        terminationMessagePath string
        terminationMessagePolicy string
        imagePullPolicy string
        securityContext object
        stdin boolean
        stdinOnce boolean
        tty boolean`,
      )}
      status object
      ${conditions}`,
  }),
  facts({
    kind: 'APIServiceExportTemplate',
    group: 'example-backend.klutch.anynines.com',
    plural: 'apiserviceexporttemplates',
    columns: [established, age],
    fields: `
      spec object!
      spec.APIServiceSelector object!
      spec.APIServiceSelector.group string default("") ${GROUP}
      spec.APIServiceSelector.resource string! ${RESOURCE}
      spec.APIServiceSelector.version string minLength(1)
      ${permissionClaims('spec')}
      status object`,
  }),
];

/** The CRD of APIServiceBinding in v1.5.0. */
export const clusterScopedBindingFacts = apiServiceBinding('Cluster');
