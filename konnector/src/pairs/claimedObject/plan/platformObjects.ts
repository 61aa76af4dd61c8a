/** Objects that belong to the cluster itself and are never synced, whatever a claim selects. Pure. */
import { names } from '@klutch/bind-api';
import { core, type KubeObject, type Resource } from '@klutch/kube';

const platformSecretTypes = new Set([
  'kubernetes.io/service-account-token',
  'bootstrap.kubernetes.io/token',
]);
const isHelmType = (type: string) => type.startsWith('helm.sh/');
const isHelmName = (name: string) => name.startsWith('sh.helm.release.');

/** The fields that identify a platform object; `type` is that of Secrets. */
export type ClaimableObject = KubeObject & { type?: string };

/**
 * True for service account tokens, bootstrap tokens, `kube-root-ca.crt`, Helm's state, and the kubeconfigs and tokens of
 * bindings.
 */
export function isPlatformObject(object: ClaimableObject): boolean {
  const name = object.metadata.name ?? '';
  if (object.kind === 'ConfigMap' && name === 'kube-root-ca.crt') return true;
  if (isHelmName(name)) return true;
  if (object.kind !== 'Secret') return false;
  const type = object.type ?? '';
  if (platformSecretTypes.has(type) || isHelmType(type)) return true;
  return name === names.kubeconfigSecret || name === names.binder;
}

const isType = (
  a: Pick<Resource, 'group' | 'plural'>,
  b: Pick<Resource, 'group' | 'plural'>,
) => a.group === b.group && a.plural === b.plural;

/**
 * Field selector that excludes platform objects from watches, as far as the API server can select them; undefined for
 * other types.
 */
export function platformFieldSelector(
  resource: Pick<Resource, 'group' | 'plural'>,
): string | undefined {
  if (isType(resource, core.secrets)) {
    return [...platformSecretTypes, 'helm.sh/release.v1']
      .map(type => `type!=${type}`)
      .join(',');
  }
  return isType(resource, core.configMaps)
    ? 'metadata.name!=kube-root-ca.crt'
    : undefined;
}
