/** A write that tests whether a cluster accepts an object. */
import type { KubeClient, Resource, Unstructured } from '@klutch/kube';
import { userObject } from '../../../testing/__testUtils__/thingCrd';

/** Applies an object with this metadata, as a dry run. */
export const dryRunApply = (
  client: KubeClient,
  resource: Resource,
  metadata: Unstructured['metadata'],
): Promise<Unstructured> =>
  client.apply(
    resource,
    { ...userObject(resource, 'probe'), metadata },
    { fieldManager: 'test', force: true, dryRun: true },
  );
