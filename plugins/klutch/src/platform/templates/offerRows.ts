/** Rows of the table of APIs. Pure functions. */
import type { Api, ExportTemplate } from '../../api/types';
import type { OfferRow } from './ApisTable';

/** Which rows are shown. */
export type OfferFilter = 'all' | 'offered' | 'open';

/** One row for each API, and one for each template whose API is missing; ordered by title. */
export function offerRows(
  apis: readonly Api[],
  templates: readonly ExportTemplate[],
): OfferRow[] {
  const apiOf = new Map(apis.map(api => [api.resource, api]));
  // Of several templates for an API, the oldest is in effect.
  const templateOf = new Map(
    [...templates]
      .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
      .map(template => [template.resource, template]),
  );
  return [...new Set([...apiOf.keys(), ...templateOf.keys()])]
    .map(resource => {
      const api = apiOf.get(resource);
      const template = templateOf.get(resource);
      const title = api?.title ?? template?.title ?? resource;
      return { resource, title, api, template };
    })
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** Whether a row is shown. */
export const isShown = (
  { resource, template, title }: OfferRow,
  search: string,
  filter: OfferFilter,
): boolean =>
  `${title} ${resource}`.toLowerCase().includes(search.trim().toLowerCase()) &&
  (filter === 'all' || (filter === 'offered') === (template !== undefined));
