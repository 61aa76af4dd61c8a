/** The quota of a server: the size of all indices. */
import { EngineQuota } from '../../../host/ServiceEngine';
import { AdminClient } from './AdminClient';
import { securityIndex } from './Snapshots';

interface Stats {
  indices?: Record<
    string,
    {
      total: {
        store: { size_in_bytes: number };
        translog: { size_in_bytes: number };
      };
    }
  >;
}

export const serverQuota = (admin: AdminClient): EngineQuota => ({
  freeSpace:
    'free space: delete indices, or documents and then run _forcemerge',
  async usage() {
    const { indices = {} } = await admin.json<Stats>(
      'GET',
      '/_stats/store,translog?expand_wildcards=all&forbid_closed_indices=false&filter_path=indices.*.total',
    );
    return Object.entries(indices)
      .filter(([name]) => name !== securityIndex)
      .reduce(
        (sum, [, { total }]) =>
          sum + total.store.size_in_bytes + total.translog.size_in_bytes,
        0,
      );
  },
  /** Each request is checked with the new rights; long ones are ended. */
  async endWriters() {
    await admin.call(
      'POST',
      '/_tasks/_cancel?actions=*reindex,*byquery,*bulk*&nodes=_all',
    );
  },
});
