/** REST representations of app clusters and of their reachability. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { RegisteredAppCluster } from './AppClusters';
import type { ReachabilityState } from './Reachability';

/** Reachability in the format of the REST document. */
export function reachabilityView(
  state: ReachabilityState,
): Schemas['Reachability'] {
  return {
    reachable: state.reachable,
    since: state.since.toISOString(),
    ...state.problem,
  };
}

/** A registered app cluster, with or without a connection. */
export function appClusterView(
  registered: RegisteredAppCluster,
): Schemas['AppCluster'] {
  const { connection, record, since } = registered;
  return {
    id: record.id,
    title: record.title,
    connection,
    reachability: reachabilityView(
      registered.cluster
        ? registered.cluster.reachability
        : { reachable: false, since, problem: registered.problem },
    ),
  };
}
