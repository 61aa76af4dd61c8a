/** Handlers of the developers' operations that read claims. */
import type { ClaimReader } from '../claims/ClaimReader';
import type { BoundApis } from '../inventory/BoundApis';
import { appClusterView } from '../clusters/appClusterView';
import type { Handlers } from './handlers';

export interface ClaimReadHandlerOptions {
  boundApis: BoundApis;
  reader: ClaimReader;
}

export const claimReadHandlers = ({
  boundApis,
  reader,
}: ClaimReadHandlerOptions): Pick<
  Handlers,
  | 'listClaims'
  | 'getClaim'
  | 'listClaimEvents'
  | 'listClaimActivity'
  | 'listBindingWorkloads'
  | 'traceClaim'
> => ({
  async listClaims({ caller, query }) {
    const page = await reader.list(caller, query);
    return {
      ...page,
      clusters: boundApis
        .joined()
        .filter(({ record }) => !query.cluster || record.id === query.cluster)
        .map(appClusterView),
    };
  },

  getClaim: ({ caller, path }) => reader.get(caller, path),

  listClaimEvents: ({ caller, path }) => reader.events(caller, path),

  listClaimActivity: ({ caller, path }) => reader.activity(caller, path),

  listBindingWorkloads: ({ caller, path }) => reader.workloads(caller, path),

  traceClaim: ({ caller, path }) => reader.trace(caller, path),
});
