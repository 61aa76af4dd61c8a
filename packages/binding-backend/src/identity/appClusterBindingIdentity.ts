/**
 * Ownership of cluster namespaces in control-plane mode: the identity annotation names one AppClusterBinding, including
 * its UID.
 */
import { labels, type AppClusterBinding } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';

/** One AppClusterBinding; another one of the same name is a different owner. */
export interface AppClusterBindingId {
  namespace: string;
  name: string;
  uid: string;
}

const mark = 'appclusterbinding';
const separator = '#';

/** The AppClusterBinding as an owner. */
export const idOf = ({ metadata }: KubeObject): AppClusterBindingId => ({
  namespace: metadata.namespace ?? '',
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
});

/** Value of the identity annotation. The value has four parts, so it is never the identity of a signed-in tenant. */
export const appClusterIdentity = ({
  namespace,
  name,
  uid,
}: AppClusterBindingId): string => [mark, namespace, name, uid].join(separator);

/** Parses a value of {@link appClusterIdentity}; undefined for the identity of any other owner. */
export const parseAppClusterIdentity = (
  value: string | undefined,
): AppClusterBindingId | undefined => {
  const [first, namespace, name, uid, ...rest] = (value ?? '').split(separator);
  return first === mark && namespace && name && uid && rest.length === 0
    ? { namespace, name, uid }
    : undefined;
};

/** Labels of everything created for an AppClusterBinding. */
export const appClusterLabels = ({
  metadata,
}: Pick<AppClusterBinding, 'metadata'>): Record<string, string> => ({
  [labels.appClusterBindingName]: metadata.name ?? '',
  [labels.appClusterBindingNamespace]: metadata.namespace ?? '',
});

/** Whether an object was created for this AppClusterBinding. */
export const isMadeFor = (
  binding: AppClusterBinding,
  { metadata }: KubeObject,
): boolean =>
  Object.entries(appClusterLabels(binding)).every(
    ([key, value]) => metadata.labels?.[key] === value,
  );
