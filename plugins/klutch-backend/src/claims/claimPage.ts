/** Filters, sorts and cuts the rows of claims into pages. Pure functions. */
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { InvalidError } from '../errors/InvalidError';

type Claim = Schemas['Claim'];

/** Query of a list of claims. */
export type ClaimQuery = NonNullable<
  operations['listClaims']['parameters']['query']
>;

type FacetName = keyof Schemas['ClaimFacets'];

/** One page of a list. */
export interface ClaimPage {
  items: Claim[];
  /** Rows on all pages. */
  total: number;
  /** Absent on the last page. */
  nextCursor?: string;
  facets?: Schemas['ClaimFacets'];
}

/** Rows of a page unless the query has a limit; the REST document has the same default. */
const DEFAULT_LIMIT = 500;

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
  where: ({ cluster, namespace }: Claim) => `${cluster}\n${namespace}`,
  state: ({ state }: Claim) => String(stateOrder.indexOf(state)),
  lastBackup: ({ lastBackupAt = '' }: Claim) => lastBackupAt,
  owner: ({ owner }: Claim) => lower(owner),
  created: ({ createdAt }: Claim) => createdAt,
};

/** Orders rows with the same value, so that no row is on two pages. */
const tieKey = ({ cluster, namespace, name, resource }: Claim) =>
  [cluster, namespace, name, resource].join('\n');

/** Values that a facet counts. */
const facetValues: Record<FacetName, (claim: Claim) => string | undefined> = {
  cluster: ({ cluster }) => cluster,
  namespace: ({ namespace }) => namespace,
  resource: ({ resource }) => resource,
  state: ({ state }) => state,
  owner: ({ owner }) => owner,
};

const facetNames = Object.keys(facetValues) as FacetName[];

/** Rows that satisfy everything in the query except for the facets. */
function matching(rows: readonly Claim[], query: ClaimQuery): Claim[] {
  const { type, instance, instanceResource, component } = query;
  const words = lower(query.search).split(/\s+/).filter(Boolean);
  const text = (claim: Claim) => {
    const { name, namespace, serviceTitle, versionTitle, owner } = claim;
    const { plan, planTitle } = claim;
    return lower(
      [
        name,
        namespace,
        serviceTitle,
        versionTitle,
        plan,
        planTitle,
        owner,
      ].join(' '),
    );
  };
  const hasWords = (claim: Claim) => {
    const searched = text(claim);
    return words.every(word => searched.includes(word));
  };
  return rows.filter(
    claim =>
      (!type || claim.type === type) &&
      (!instance || claim.instanceRef === instance) &&
      (!instanceResource || claim.instanceResource === instanceResource) &&
      (!component || claim.component === component) &&
      (words.length === 0 || hasWords(claim)),
  );
}

/** A row with the facets whose value in the query the row does not have. */
interface Candidate {
  claim: Claim;
  mismatches: FacetName[];
}

const toCandidate = (claim: Claim, query: ClaimQuery): Candidate => ({
  claim,
  mismatches: facetNames.filter(
    name => query[name] && facetValues[name](claim) !== query[name],
  ),
});

/** The choices of each facet, counted among the rows that satisfy the other facets. */
function countFacets(candidates: readonly Candidate[]): Schemas['ClaimFacets'] {
  const counts = new Map(
    facetNames.map(name => [name, new Map<string, Schemas['FacetValue']>()]),
  );
  for (const { claim, mismatches } of candidates) {
    const [mismatch, another] = mismatches;
    if (another) continue;
    for (const name of mismatch ? [mismatch] : facetNames) {
      const value = facetValues[name](claim);
      if (value === undefined) continue;
      const title = name === 'resource' ? claim.serviceTitle : undefined;
      const known = counts.get(name)?.get(value);
      if (known) known.count += 1;
      else {
        counts.get(name)?.set(value, {
          value,
          count: 1,
          ...(title && { title }),
        });
      }
    }
  }
  const valuesOf = (name: FacetName) =>
    [...(counts.get(name)?.values() ?? [])].sort((a, b) =>
      (a.title ?? a.value).localeCompare(b.title ?? b.value),
    );
  return {
    cluster: valuesOf('cluster'),
    namespace: valuesOf('namespace'),
    resource: valuesOf('resource'),
    state: valuesOf('state'),
    owner: valuesOf('owner'),
  };
}

/** A row with the values that decide its place. */
interface Placed {
  claim: Claim;
  place: readonly [string, string];
}

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b);

/** A cursor is the place of the last row of a page, so that rows which come and go move no other row. */
const encodeCursor = ({ place }: Placed) =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

function decodeCursor(cursor: string): Placed['place'] {
  try {
    const place: unknown = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    );
    if (Array.isArray(place) && place.length === 2) {
      return [String(place[0]), String(place[1])];
    }
  } catch {
    // Reported below.
  }
  throw new InvalidError(
    'The cursor is not valid. Start again at the first page.',
    [{ field: 'cursor', message: 'Use the nextCursor of the page before.' }],
  );
}

/** The requested page of the rows. */
export function claimPage(
  rows: readonly Claim[],
  query: ClaimQuery,
): ClaimPage {
  const { sort = 'where', limit = DEFAULT_LIMIT } = query;
  const isDescending = sort.startsWith('-');
  const keyOf = sortKeys[sort.replace('-', '') as keyof typeof sortKeys];
  const compare = (a: Placed['place'], b: Placed['place']) =>
    (isDescending ? compareText(b[0], a[0]) : compareText(a[0], b[0])) ||
    compareText(a[1], b[1]);
  const candidates = matching(rows, query).map(claim =>
    toCandidate(claim, query),
  );
  const placed = candidates
    .filter(({ mismatches }) => mismatches.length === 0)
    .map(({ claim }): Placed => ({
      claim,
      place: [keyOf(claim), tieKey(claim)],
    }))
    .sort((a, b) => compare(a.place, b.place));
  const after =
    query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const start = after
    ? placed.filter(({ place }) => compare(place, after) <= 0).length
    : 0;
  const page = placed.slice(start, start + limit);
  const last = page.at(-1);
  return {
    items: page.map(({ claim }) => claim),
    total: placed.length,
    ...(last &&
      start + limit < placed.length && { nextCursor: encodeCursor(last) }),
    ...(query.facets && { facets: countFacets(candidates) }),
  };
}
