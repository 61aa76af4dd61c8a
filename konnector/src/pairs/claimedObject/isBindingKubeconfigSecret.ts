/** Kubeconfig Secrets of bindings belong to the konnector, so claims must not overwrite them. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { core, type Cache, type ObjectKey, type Resource } from '@klutch/kube';
import { bindingIndexes } from '../../bindingIndexes';
import { idOf } from '../../singleObjectWatches';

/** Whether an object of the app cluster is the kubeconfig Secret of a binding. */
export const isBindingKubeconfigSecret = (
  bindings: Pick<Cache<APIServiceBinding>, 'byIndex'>,
  resource: Resource,
  key: ObjectKey,
): boolean =>
  resource.plural === core.secrets.plural &&
  resource.group === core.secrets.group &&
  bindings.byIndex(bindingIndexes.secret, idOf(key)).length > 0;
