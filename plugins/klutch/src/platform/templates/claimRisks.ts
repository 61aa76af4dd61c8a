/** What can go wrong on app clusters that accept a permission claim. Pure functions. */
import { isSelective, type EditedClaim } from './claimFields';

/** How bad, on an app cluster whose users did nothing wrong. */
export type RiskLevel = 'high' | 'medium' | 'low';

const levels = {
  readsEverySecret: 'high',
  runsCode: 'high',
  grantsRights: 'high',
  replacesExisting: 'high',
  adopts: 'high',
  readsSomeSecrets: 'medium',
  readsEverything: 'medium',
  opensNetwork: 'medium',
  changesFields: 'medium',
  recreates: 'medium',
  staysDeleted: 'medium',
  donates: 'low',
  marks: 'low',
  readsSome: 'low',
  placesSecrets: 'low',
  places: 'low',
} as const satisfies Record<string, RiskLevel>;

/** Identifies a risk, for its text. */
type RiskId = keyof typeof levels;

/** A risk of a claim. */
interface Risk {
  id: RiskId;
  level: RiskLevel;
}

/** Types of which a new object starts programs. */
const runningTypes = new Set([
  'pods',
  'replicationcontrollers',
  'deployments.apps',
  'daemonsets.apps',
  'statefulsets.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
]);

const rightsTypes = new Set([
  'serviceaccounts',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
]);

const networkTypes = new Set([
  'services',
  'endpoints',
  'endpointslices.discovery.k8s.io',
  'ingresses.networking.k8s.io',
  'networkpolicies.networking.k8s.io',
]);

/** `<resource>[.<group>]` */
const typeOf = ({ group, resource }: EditedClaim) =>
  group ? `${resource}.${group}` : resource;

const isSelectiveClaim = ({ selector = {} }: EditedClaim) =>
  isSelective(selector.names) ||
  (selector.labelSelectors ?? []).length > 0 ||
  (selector.fieldSelectors ?? []).length > 0;

function readingRisk(claim: EditedClaim): RiskId {
  const isSecret = typeOf(claim) === 'secrets';
  if (isSelectiveClaim(claim)) {
    return isSecret ? 'readsSomeSecrets' : 'readsSome';
  }
  return isSecret ? 'readsEverySecret' : 'readsEverything';
}

function placingRisk(claim: EditedClaim): RiskId {
  const type = typeOf(claim);
  if (runningTypes.has(type)) return 'runsCode';
  if (rightsTypes.has(type)) return 'grantsRights';
  if (networkTypes.has(type)) return 'opensNetwork';
  return type === 'secrets' ? 'placesSecrets' : 'places';
}

const isSet = (list: readonly unknown[] | undefined) =>
  list !== undefined && list.length > 0;

function furtherRisks({
  autoAdopt,
  autoDonate,
  create,
  onConflict,
  update = {},
}: EditedClaim): RiskId[] {
  const found: Partial<Record<RiskId, boolean>> = {
    adopts: autoAdopt,
    donates: autoDonate,
    replacesExisting: create?.replaceExisting,
    changesFields: isSet(update.fields),
    recreates: update.alwaysRecreate,
    staysDeleted: onConflict?.recreateWhenConsumerSideDeleted === false,
    marks:
      isSet(update.labelsOnConsumerOwnedObjects) ||
      isSet(update.annotationsOnConsumerOwnedObjects),
  };
  return (Object.keys(found) as RiskId[]).filter(id => found[id]);
}

const order: RiskLevel[] = ['high', 'medium', 'low'];

/** The risks of a claim, the worst first; each claim has at least one. */
export function claimRisks(claim: EditedClaim): Risk[] {
  const owner = claim.selector?.owner;
  const ids: RiskId[] = [
    ...(owner === 'Provider' ? [] : [readingRisk(claim)]),
    ...(owner === 'Consumer' ? [] : [placingRisk(claim)]),
    ...furtherRisks(claim),
  ];
  return ids
    .map(id => ({ id, level: levels[id] }))
    .sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}
