/** The wizard's draft, and the claim, YAML and kubectl command made from the draft. */
import {
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import { stringify } from 'yaml';
import type { FieldCause } from '../api/KlutchError';
import type { ClaimRequest, Namespace, ServiceDetail } from '../api/types';
import type { T } from '../hooks/useT';
import {
  hasOwnControl,
  isSetting,
  type OrderedService,
  type SettingsValue,
} from '../settings/form';
import { explanationText } from '../shared/explanationText';
import { plansFor } from './plans';

/** The values entered so far; empty strings are missing values. */
export interface Draft extends SettingsValue {
  cluster: string;
  namespace: string;
  name: string;
  /** Entity ref of the owner; empty for the person who orders. */
  owner: string;
  /** Entity ref of the component that uses the instance. */
  component: string;
  version: string;
  plan: string;
}

/** The fields that the wizard asks for. */
export type DraftField = Exclude<keyof Draft, 'form'>;

export type WizardStep = 'where' | 'what' | 'review';
export const wizardSteps: readonly WizardStep[] = ['where', 'what', 'review'];

/** The initial draft: valid presets, and values without an alternative. */
export function initialDraft(
  service: ServiceDetail,
  preset: URLSearchParams,
  settings: Draft['settings'] = {},
): Draft {
  const bound = service.clusters.filter(cluster => cluster.bound);
  const versions = service.versions.filter(version => version.available);
  const pick = (values: string[], wanted: string | null) =>
    values.find(value => value === wanted) ??
    (values.length === 1 ? values[0] : undefined) ??
    '';
  const version = pick(
    versions.map(({ value }) => value),
    preset.get('version'),
  );
  return {
    cluster: pick(
      bound.map(cluster => cluster.id),
      preset.get('cluster'),
    ),
    namespace: preset.get('namespace') ?? '',
    name: preset.get('name') ?? '',
    owner: '',
    component: preset.get('component') ?? '',
    version,
    plan: pick(
      plansFor(service, { version, settings })
        .filter(plan => plan.available)
        .map(plan => plan.value),
      preset.get('plan'),
    ),
    form: {},
    settings,
  };
}

/** Whether the drafts differ in what people enter; the wizard itself chooses the only namespace of an app cluster. */
export function isEdited(draft: Draft, initial: Draft): boolean {
  const entered = ({ namespace: _, ...rest }: Draft) => JSON.stringify(rest);
  return entered(draft) !== entered(initial);
}

/** Why nothing can be ordered in a namespace; undefined where it can. */
export const namespaceProblem = (
  namespace: Namespace | undefined,
  t: T,
): string | undefined =>
  !namespace || namespace.writable
    ? undefined
    : (explanationText(namespace, t) ?? t('create.where.namespaceAway'));

/** The preferred namespace; where that does not exist, the only writable one; else "". */
export function pickNamespace(
  namespaces: Namespace[],
  preferred: string,
): string {
  const writable = namespaces.filter(item => item.writable);
  // Another one in place of a chosen one that is not writable would be a surprise.
  if (namespaces.some(item => item.name === preferred)) return preferred;
  return (writable.length === 1 && writable[0]?.name) || '';
}

/**
 * Builds the claim from the draft. `compositionRef` is always set, because CEL rules of the services read it without
 * `has()`.
 */
export function toClaimRequest(
  service: ServiceDetail,
  draft: Draft,
): ClaimRequest {
  const { settings } = draft;
  return {
    cluster: draft.cluster,
    namespace: draft.namespace,
    resource: service.resource,
    name: draft.name,
    ...(draft.owner && { owner: draft.owner }),
    ...(draft.component && { component: draft.component }),
    spec: {
      ...(draft.version && { service: draft.version }),
      ...(draft.plan && { plan: draft.plan }),
      ...settings,
      ...(service.defaultComposition &&
        !settings.compositionRef && {
          compositionRef: { name: service.defaultComposition },
        }),
    },
  };
}

export function toYaml(service: ServiceDetail, request: ClaimRequest): string {
  const { name, namespace, owner, component } = request;
  const annotations = {
    ...(owner && { [KLUTCH_OWNER_ANNOTATION]: owner }),
    ...(component && { [KLUTCH_COMPONENT_ANNOTATION]: component }),
  };
  return stringify({
    apiVersion: service.apiVersion,
    kind: service.kind,
    metadata: {
      name,
      namespace,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: request.spec,
  });
}

/** The kubectl command that creates the same claim, in the cluster of the kubeconfig's current context. */
export function toKubectl(yaml: string): string {
  return `kubectl apply -f - <<'EOF'\n${yaml}EOF`;
}

const fieldSteps: [prefix: string, step: WizardStep, key: DraftField][] = [
  ['metadata.name', 'where', 'name'],
  ['metadata.namespace', 'where', 'namespace'],
  ['owner', 'where', 'owner'],
  ['component', 'where', 'component'],
];

/** The wizard's step and field for a field of the claim; undefined for fields that the wizard does not ask for. */
export function stepForField(
  field: string | undefined,
  service: OrderedService,
): { step: WizardStep; key: DraftField } | undefined {
  const match = fieldSteps.find(
    ([prefix]) => field === prefix || field?.startsWith(`${prefix}.`),
  );
  if (match) return { step: match[1], key: match[2] };
  const name = field && /^spec\.([^.[]+)/.exec(field)?.[1];
  if (!name) return undefined;
  if (hasOwnControl(name, service)) {
    return { step: 'what', key: name === 'service' ? 'version' : 'plan' };
  }
  return isSetting(name, service)
    ? { step: 'what', key: 'settings' }
    : undefined;
}

/** What the app cluster reported about one field of the draft. */
export function causesOf(
  causes: FieldCause[],
  key: DraftField,
  service: OrderedService,
): FieldCause[] {
  return causes.filter(
    cause => stepForField(cause.field, service)?.key === key,
  );
}
