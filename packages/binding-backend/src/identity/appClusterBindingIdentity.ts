/** Whose a cluster namespace of control-plane mode is: its identity annotation names one AppClusterBinding, UID included. */
import { labels, type AppClusterBinding } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';

/** One AppClusterBinding; another one of the same name is another owner. */
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

/** Value of the identity annotation. It has four parts, so it is never the identity of a tenant that signed in. */
export const appClusterIdentity = ({
  namespace,
  name,
  uid,
}: AppClusterBindingId): string => [mark, namespace, name, uid].join(separator);

/** Reads what {@link appClusterIdentity} wrote; undefined for the identity of anybody else. */
export const parseAppClusterIdentity = (
  value: string | undefined,
): AppClusterBindingId | undefined => {
  const [first, namespace, name, uid, ...rest] = (value ?? '').split(separator);
  return first === mark && namespace && name && uid && rest.length === 0
    ? { namespace, name, uid }
    : undefined;
};

/** Labels of everything that is made for an AppClusterBinding. */
export const appClusterLabels = ({
  metadata,
}: Pick<AppClusterBinding, 'metadata'>): Record<string, string> => ({
  [labels.appClusterBindingName]: metadata.name ?? '',
  [labels.appClusterBindingNamespace]: metadata.namespace ?? '',
});

/** True for what was made for this AppClusterBinding. */
export const isMadeFor = (
  binding: AppClusterBinding,
  { metadata }: KubeObject,
): boolean =>
  Object.entries(appClusterLabels(binding)).every(
    ([key, value]) => metadata.labels?.[key] === value,
  );
