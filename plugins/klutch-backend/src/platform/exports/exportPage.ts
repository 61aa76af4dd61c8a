/** One page of the exports of all app clusters. Pure functions. */
import type { APIServiceExport } from '@klutch/bind-api';
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { matcherOf, orderBy, pageOf, type Page } from '../pageOf';
import { exportState, exportView } from './exportView';

/** Filter, order and page of a list of exports. */
export type ExportQuery = Required<Pick<Query, 'limit' | 'offset' | 'sort'>> &
  Query;

type Query = NonNullable<operations['listExports']['parameters']['query']>;

/** What an export is filtered and ordered by. */
interface ExportKey {
  apiExport: APIServiceExport;
  /** Id of the app cluster, or the cluster namespace of one that is not registered. */
  cluster: string;
  name: string;
  state: Schemas['ExportState'];
}

/** An app cluster as exports name it. */
export interface ExportedCluster {
  id: string;
  title: string;
}

/** What needs attention comes first. */
const stateOrder: Record<Schemas['ExportState'], number> = {
  Failing: 0,
  Pending: 1,
  Ready: 2,
};

const columns = {
  cluster: ({ cluster }: ExportKey) => cluster,
  name: ({ name }: ExportKey) => name,
  state: ({ state }: ExportKey) => stateOrder[state],
  created: ({ apiExport }: ExportKey) =>
    apiExport.metadata.creationTimestamp ?? '',
};

const byClusterAndName = (a: ExportKey, b: ExportKey) =>
  a.cluster.localeCompare(b.cluster) || a.name.localeCompare(b.name);

/** Whether the user may see an export. */
export type IsReadable = (item: { cluster: string; name: string }) => boolean;

/**
 * Looks at each export once; only the rows of the page become views, because the permission claims of thousands take
 * long to describe.
 *
 * @param clusters - registered app clusters by cluster namespace
 * @param isReadable - other exports are not counted either
 */
export function exportPage(
  exports: readonly APIServiceExport[],
  clusters: ReadonlyMap<string, ExportedCluster>,
  { cluster: wanted, limit, offset, search, sort, state }: ExportQuery,
  isReadable: IsReadable,
): Page<Schemas['Export']> {
  const matches = matcherOf(search);
  const keys: ExportKey[] = [];
  for (const apiExport of exports) {
    const { name = '', namespace = '' } = apiExport.metadata;
    const known = clusters.get(namespace);
    const cluster = known?.id ?? namespace;
    if (wanted && cluster !== wanted) continue;
    if (!matches([name, cluster, known?.title])) continue;
    if (!isReadable({ cluster, name })) continue;
    const found = exportState(apiExport.status?.conditions);
    if (state && found !== state) continue;
    keys.push({ apiExport, cluster, name, state: found });
  }
  const ordered = keys.sort(orderBy(sort, columns, byClusterAndName));
  const { items, total } = pageOf(ordered, { limit, offset });
  return {
    items: items.map(({ apiExport, cluster }) =>
      exportView(apiExport, cluster),
    ),
    total,
  };
}
