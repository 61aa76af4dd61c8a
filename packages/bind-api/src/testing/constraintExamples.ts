/** An accepted and a refused value for every validation rule of every CRD. */
import type { APIServiceExport } from '../types/apiServiceExport';
import type { PermissionClaim } from '../types/permissionClaim';
import { pathText, type Constraint } from './constraints';

/** Derives both values from the valid value in the full object. */
export interface Example {
  accepted: (value: unknown) => unknown;
  refused: (value: unknown) => unknown;
  /** Error message of the API server for the refused value. */
  expectedError: RegExp;
}

const same = (value: unknown) => value;
const to = (value: unknown) => () => value;
const change =
  <T>(part: Partial<T> | ((value: T) => Partial<T>)) =>
  (value: unknown) => ({
    ...(value as T),
    ...(typeof part === 'function' ? part(value as T) : part),
  });

/** A rule that depends only on the new value. */
const values = (
  accepted: unknown,
  refused: unknown,
  expectedError: RegExp,
): Example => ({
  accepted: to(accepted),
  refused: to(refused),
  expectedError,
});

/** A transition rule, which accepts an update with an unchanged value. */
const transition = (
  refused: Example['refused'],
  expectedError: RegExp,
): Example => ({
  accepted: same,
  refused,
  expectedError,
});

const oneOf = (accepted: string) =>
  values(accepted, 'Other', /Unsupported value: "Other"/);

const claims: Example = {
  accepted: change<PermissionClaim>({ autoAdopt: false, autoDonate: true }),
  refused: change<PermissionClaim>({ autoAdopt: true, autoDonate: true }),
  expectedError: /autoAdopt and autoDonate cannot both be true/,
};

const secretRef = transition(
  change({ name: 'another' }),
  /kubeconfigSecretRef is immutable/,
);
const named = (name: string, expectedError: RegExp): Example => ({
  accepted: same,
  refused: change({ metadata: { name } }),
  expectedError,
});

type ExportSpec = APIServiceExport['spec'];
const namespaced = {
  scope: 'Namespaced',
  informerScope: 'Namespaced',
  clusterScopedIsolation: undefined,
} as const;

/** Examples by rule, or by `<plural> <path> <rule>`. */
const examples: Record<string, Example> = {
  'pattern(^(|[a-z0-9]([-a-z0-9]*[a-z0-9](\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?)$)':
    values('', 'A_b', /should match/),
  'pattern(^[a-z][-a-z0-9]*[a-z0-9]$)': values('pods', 'Pods', /should match/),
  'pattern(^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$)': values(
    'v2alpha1',
    'v1beta',
    /should match/,
  ),
  'pattern(^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$)':
    values('1.5Gi', 'plenty', /should match/),
  'minLength(1)': values('v1', '', /at least 1 chars/),
  'minItems(1)': {
    accepted: same,
    refused: to([]),
    expectedError: /at least 1 item/,
  },
  'format(date-time)': values(
    '2026-01-02T03:04:05Z',
    'yesterday',
    /must be of type date-time/,
  ),
  'enum(Cluster,Namespaced)': oneOf('Cluster'),
  'enum(Prefixed,Namespaced,None)': oneOf('None'),
  'enum(Provider,Consumer)': oneOf('Consumer'),
  'enum(Accepted,Rejected)': oneOf('Rejected'),
  'enum(Pending,Failed,Succeeded)': oneOf('Succeeded'),
  'enum(kubeconfig)': oneOf('kubeconfig'),
  'cel(!(has(self.autoAdopt) && self.autoAdopt && has(self.autoDonate) && self.autoDonate))':
    claims,

  'apiserviceexports . cel(self.metadata.name == self.spec.names.plural+"."+self.spec.group)':
    named('other', /metadata.name must be <spec.names.plural>.<spec.group>/),
  'apiserviceexports .spec cel(self.scope == "Namespaced" || self.informerScope == "Cluster")':
    {
      accepted: change<ExportSpec>({ ...namespaced, informerScope: 'Cluster' }),
      refused: change<ExportSpec>({ informerScope: 'Namespaced' }),
      expectedError:
        /informerScope must be Cluster for cluster-scoped resources/,
    },
  'apiserviceexports .spec cel(self.scope == "Namespaced" || has(self.clusterScopedIsolation))':
    {
      accepted: change<ExportSpec>(namespaced),
      refused: change<ExportSpec>({ clusterScopedIsolation: undefined }),
      expectedError:
        /clusterScopedIsolation must be set for cluster-scoped resources/,
    },
  'apiserviceexports .spec cel(self.scope == "Cluster" || !has(self.clusterScopedIsolation))':
    {
      accepted: same,
      refused: change<ExportSpec>({
        ...namespaced,
        clusterScopedIsolation: 'None',
      }),
      expectedError:
        /clusterScopedIsolation must not be set for namespaced resources/,
    },
  'apiserviceexports .spec.informerScope cel(self == oldSelf)': transition(
    to('Namespaced'),
    /informerScope is immutable/,
  ),
  'apiserviceexportrequests .spec.parameters cel(self == oldSelf)': transition(
    to({ any: [2] }),
    /parameters is immutable/,
  ),
  'apiserviceexportrequests .spec.resources cel(self == oldSelf)': transition(
    to([{ resource: 'others' }]),
    /resources is immutable/,
  ),
  'clusterbindings . cel(self.metadata.name == "cluster")': named(
    'second',
    /the name of a ClusterBinding must be "cluster"/,
  ),
  'clusterbindings .spec.kubeconfigSecretRef cel(self == oldSelf)': secretRef,
  'apiservicebindings .spec.kubeconfigSecretRef cel(self == oldSelf)':
    secretRef,
  'appclusterbindings .spec.kubeconfigSecretRef cel(self == oldSelf)':
    secretRef,
};

/**
 * The only rule that no request can violate, because the API server refuses another name first. The tests check this
 * rule in a separate CRD.
 */
export const unviolableRule =
  'appclusterbindings . cel(self.metadata.name == oldSelf.metadata.name)';

const keyOf = (plural: string, { path, rule }: Constraint) =>
  `${plural} ${pathText(path)} ${rule}`;

/** The example for a rule, by its path or by its text. */
export const findExample = (
  plural: string,
  constraint: Constraint,
): Example | undefined =>
  examples[keyOf(plural, constraint)] ?? examples[constraint.rule];

/** Whether the rule has an example. */
export const hasExample = (plural: string, constraint: Constraint): boolean =>
  keyOf(plural, constraint) === unviolableRule ||
  findExample(plural, constraint) !== undefined;

/** Keys of {@link examples} that match none of these rules. */
export const unusedExamples = (
  all: readonly { plural: string; constraint: Constraint }[],
): string[] => {
  const used = new Set(
    all.flatMap(({ plural, constraint }) => [
      keyOf(plural, constraint),
      constraint.rule,
    ]),
  );
  return Object.keys(examples).filter(key => !used.has(key));
};
