/** The wizard's draft, and the claim, YAML and kubectl command made from the draft. */
import {
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import { stringify } from 'yaml';
import type { FieldCause } from '../api/KlutchError';
import type { ClaimRequest, Namespace, ServiceDetail } from '../api/types';
import type { T } from '../hooks/useT';
import { hasOwnControl, isSetting, type SettingsValue } from '../settings/form';
import {
  compositionIn,
  backendsOf,
  withComposition,
} from '../plans/compositions';
import { explanationText } from '../shared/explanationText';
import { plansFor } from '../plans/plansFor';

/** The values entered so far; empty strings are missing values. */
export interface Draft extends SettingsValue {
  cluster: string;
  namespace: string;
  name: string;
  /** Entity ref of the owner; empty for the person who orders. */
  owner: string;
  /** Entity ref of the component that uses the instance. */
  component: string;
  /** Backend of the service; empty for its default, or for the one that the settings name. */
  composition: string;
  version: string;
  plan: string;
}

/** The fields that the wizard asks for. */
export type DraftField = Exclude<keyof Draft, 'form'>;

export type WizardStep = 'where' | 'what' | 'review';
export const wizardSteps: readonly WizardStep[] = ['where', 'what', 'review'];

/** The composition that the draft names; undefined for the default one. */
export const compositionOf = ({
  composition,
  settings,
}: Pick<Draft, 'composition' | 'settings'>): string | undefined =>
  composition || compositionIn(settings);

/** The backend of a preset, where there is a choice. */
function pickBackend(offer: ServiceDetail, preset: URLSearchParams): string {
  const wanted = preset.get('composition') ?? '';
  const isOther = wanted !== '' && wanted !== offer.defaultComposition;
  return isOther && backendsOf(offer).includes(wanted) ? wanted : '';
}

/**
 * The initial draft: valid presets, and values without an alternative.
 *
 * @param offer - the service with what its default composition has
 */
export function initialDraft(
  offer: ServiceDetail,
  preset: URLSearchParams,
  settings: Draft['settings'] = {},
): Draft {
  const composition = pickBackend(offer, preset);
  const named = compositionOf({ composition, settings });
  const service = withComposition(offer, named);
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
    composition,
    version,
    plan: pick(
      plansFor(service, { version, composition: named })
        .filter(plan => plan.available)
        .map(plan => plan.value),
      preset.get('plan'),
    ),
    form: {},
    settings,
  };
}

/** What changes in the draft when another backend is chosen; default: that of the service. */
export function withBackend(
  offer: ServiceDetail,
  { version, plan, settings }: Draft,
  composition: string,
): Pick<Draft, 'composition' | 'version' | 'plan'> {
  const preset = new URLSearchParams({ composition, version, plan });
  const chosen = initialDraft(offer, preset, settings);
  return {
    composition: chosen.composition,
    version: chosen.version,
    plan: chosen.plan,
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
  const composition = draft.composition || service.defaultComposition;
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
      ...(composition &&
        !settings.compositionRef && { compositionRef: { name: composition } }),
    },
  };
}

export function toYaml(service: ServiceDetail, request: ClaimRequest): string {
  const { name, namespace, owner, component } = request;
  const annotations = {
    ...(owner && { [KLUTCH_OWNER_ANNOTATION]: owner }),
    ...(component && { [KLUTCH_COMPONENT_ANNOTATION]: component }),
  };
  const manifest = {
    apiVersion: service.apiVersion,
    kind: service.kind,
    metadata: {
      name,
      namespace,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: request.spec,
  };
  // The version that kubectl reads, where `on` and `no` without quotes are booleans.
  return stringify(manifest, { version: '1.1' });
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
  service: ServiceDetail,
): { step: WizardStep; key: DraftField } | undefined {
  const match = fieldSteps.find(
    ([prefix]) => field === prefix || field?.startsWith(`${prefix}.`),
  );
  if (match) return { step: match[1], key: match[2] };
  const name = field && /^spec\.([^.[]+)/.exec(field)?.[1];
  if (!name) return undefined;
  if (name === 'compositionRef' && backendsOf(service).length > 0) {
    return { step: 'what', key: 'composition' };
  }
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
  service: ServiceDetail,
): FieldCause[] {
  return causes.filter(
    cause => stepForField(cause.field, service)?.key === key,
  );
}
