/** Kubeconfig secrets of bindings are the konnector's own: no claim may bring anything in their place. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { core, type Cache, type ObjectKey, type Resource } from '@klutch/kube';
import { bindingIndexes } from '../appCluster';
import { idOf } from '../singleObjectWatches';

/** Tells whether an object of the app cluster is the kubeconfig secret of a binding. */
export const isBindingKubeconfigSecret =
  (bindings: Cache<APIServiceBinding>) =>
  (resource: Resource, key: ObjectKey): boolean =>
    resource.plural === core.secrets.plural &&
    resource.group === core.secrets.group &&
    bindings.byIndex(bindingIndexes.secret, idOf(key)).length > 0;
