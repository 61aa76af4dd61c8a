/** Filters the sorted rows of claims and cuts them into pages. Pure functions. */
import {
  explain,
  type operations,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { InvalidError } from '../errors/InvalidError';
import { placing, type Place } from './claimSort';

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

const lower = (text = '') => text.toLowerCase();

/** Values that a facet counts. */
const facetValues: Record<FacetName, (claim: Claim) => string | undefined> = {
  cluster: ({ cluster }) => cluster,
  namespace: ({ namespace }) => namespace,
  resource: ({ resource }) => resource,
  state: ({ state }) => state,
  owner: ({ owner }) => owner,
};

/** Titles of values that people do not know. */
const facetTitles: Partial<typeof facetValues> = {
  cluster: ({ clusterTitle }) => clusterTitle,
  resource: ({ serviceTitle }) => serviceTitle,
};

const facetNames = Object.keys(facetValues) as FacetName[];

/** Made once for each row, because a search of an open page reads all rows again after each change. */
const searchedTexts = new WeakMap<Claim, string>();

/** What the words of a search are looked for in, in lower case. */
function searchedText(claim: Claim): string {
  const known = searchedTexts.get(claim);
  if (known !== undefined) return known;
  const { name, namespace, serviceTitle, versionTitle, owner } = claim;
  const { clusterTitle, plan, planTitle } = claim;
  const text = lower(
    [
      name,
      clusterTitle,
      namespace,
      serviceTitle,
      versionTitle,
      plan,
      planTitle,
      owner,
    ].join(' '),
  );
  searchedTexts.set(claim, text);
  return text;
}

/** Rows that satisfy everything in the query except for the facets. */
function matching(rows: readonly Claim[], query: ClaimQuery): Claim[] {
  const { type, instance, instanceResource, component } = query;
  const words = lower(query.search).split(/\s+/).filter(Boolean);
  const hasWords = (claim: Claim) => {
    const searched = searchedText(claim);
    return words.every(word => searched.includes(word));
  };
  return rows.filter(
    claim =>
      (!type || claim.type === type) &&
      (!query.name || claim.name === query.name) &&
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

function toCandidates(
  rows: readonly Claim[],
  query: ClaimQuery,
): readonly Candidate[] {
  const wanted = facetNames.filter(name => query[name]);
  return rows.map(claim => ({
    claim,
    mismatches: wanted.filter(name => facetValues[name](claim) !== query[name]),
  }));
}

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
      const title = facetTitles[name]?.(claim);
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

/** A cursor is the place of the last row of a page, so that rows which come and go move no other row. */
const encodeCursor = (place: Place) =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

function decodeCursor(cursor: string): Place {
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
  throw new InvalidError(explain('CursorInvalid'), [
    { field: 'cursor', ...explain('CursorRule') },
  ]);
}

/**
 * The requested page of the rows.
 *
 * @param rows - in the order of the query
 */
export function claimPage(
  rows: readonly Claim[],
  query: ClaimQuery,
): ClaimPage {
  const { cursor, limit = DEFAULT_LIMIT, sort } = query;
  const { compare, placeOf } = placing(sort);
  const candidates = toCandidates(matching(rows, query), query);
  const selected = candidates
    .filter(({ mismatches }) => mismatches.length === 0)
    .map(({ claim }) => claim);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = after
    ? selected.findIndex(claim => compare(placeOf(claim), after) > 0)
    : 0;
  const items = start < 0 ? [] : selected.slice(start, start + limit);
  const last = items.at(-1);
  return {
    items,
    total: selected.length,
    ...(last &&
      start + limit < selected.length && {
        nextCursor: encodeCursor(placeOf(last)),
      }),
    ...(query.facets && { facets: countFacets(candidates) }),
  };
}
