/** Ids of app clusters are given once. */
import type { AppClusters } from '../clusters/AppClusters';
import { TakenError } from '../errors/InvalidError';

/** @throws TakenError when an app cluster has this id */
export function requireFreeId(appClusters: AppClusters, id: string): void {
  if (!appClusters.find(id)) return;
  throw new TakenError(
    `An app cluster with the id "${id}" is registered already. Choose another id.`,
    [{ field: 'id', message: 'This id is taken.' }],
  );
}
