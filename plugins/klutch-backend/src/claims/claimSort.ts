/** The orders of lists of claims. Pure functions. */
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';

type Claim = Schemas['Claim'];

/** What a list is ordered by, with `-` for the opposite direction; default: `where`. */
export type ClaimSort = NonNullable<
  operations['listClaims']['parameters']['query']
>['sort'];

/** The values that decide a row's place. */
export type Place = readonly [string, string];

/** A row with its place in an order. */
export interface PlacedClaim {
  claim: Claim;
  place: Place;
}

/** From what needs attention to what does not. */
const stateOrder: readonly Claim['state'][] = [
  'Failed',
  'Degraded',
  'Unknown',
  'Waiting',
  'Creating',
  'Updating',
  'Deleting',
  'Ready',
];

const lower = (text = '') => text.toLowerCase();

/** Values to sort by, compared as strings. */
const sortKeys = {
  name: ({ name }: Claim) => name,
  service: ({ serviceTitle, kind, service }: Claim) =>
    lower(`${serviceTitle ?? kind}\n${service ?? ''}`),
  plan: ({ plan, planTitle }: Claim) => lower(planTitle ?? plan),
  where: ({ clusterTitle, namespace }: Claim) =>
    `${lower(clusterTitle)}\n${namespace}`,
  state: ({ state }: Claim) => String(stateOrder.indexOf(state)),
  lastBackup: ({ lastBackupAt = '' }: Claim) => lastBackupAt,
  owner: ({ owner }: Claim) => lower(owner),
  created: ({ createdAt }: Claim) => createdAt,
};

/** Made once for each row, which takes a place in every order and for every cursor. */
const tieKeys = new WeakMap<Claim, string>();

/** Orders rows with the same value, so that no row is on two pages. */
function tieKey(claim: Claim): string {
  const known = tieKeys.get(claim);
  if (known !== undefined) return known;
  const { cluster, namespace, name, resource } = claim;
  const key = [cluster, namespace, name, resource].join('\n');
  tieKeys.set(claim, key);
  return key;
}

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

/** The place of a row, and how two places compare. */
export function placing(sort: ClaimSort = 'where') {
  const isDescending = sort.startsWith('-');
  const keyOf = sortKeys[sort.replace('-', '') as keyof typeof sortKeys];
  return {
    placeOf: (claim: Claim): Place => [keyOf(claim), tieKey(claim)],
    compare: (a: Place, b: Place): number =>
      (isDescending ? compareText(b[0], a[0]) : compareText(a[0], b[0])) ||
      compareText(a[1], b[1]),
  };
}

/** The rows in an order. */
export function placeClaims(
  rows: readonly Claim[],
  sort: ClaimSort,
): PlacedClaim[] {
  const { compare, placeOf } = placing(sort);
  return rows
    .map(claim => ({ claim, place: placeOf(claim) }))
    .sort((a, b) => compare(a.place, b.place));
}
