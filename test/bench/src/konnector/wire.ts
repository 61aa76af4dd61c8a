// The writes that the wire asks of every agent, in their real size.
import type { Sample } from '../kube/sample';

/** Merge patch of the object on the app cluster, before its copy is created. */
export const finalizerPatch = {
  metadata: {
    finalizers: ['klutch.anynines.com/syncer'],
    annotations: { 'klutch.anynines.com/bound': 'true' },
  },
};

const uid = '00000000-0000-0000-0000-000000000000';

/** Metadata of the copy of an object. */
export const copyMetadata = ({ metadata }: Sample): Sample['metadata'] => ({
  namespace: metadata.namespace,
  name: metadata.name,
  labels: metadata.labels,
  annotations: {
    'klutch.anynines.com/bound': 'true',
    'klutch.anynines.com/consumer-uid': uid,
    'klutch.anynines.com/consumer-cluster': uid,
  },
});
