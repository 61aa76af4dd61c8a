/** Which GitOps tool applies a claim, by the marks that the tool leaves on the object. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { KubeObject } from '@klutch/kube';

type ManagedBy = NonNullable<Schemas['Claim']['managedBy']>;

/** Labels of Flux, https://fluxcd.io/flux/components/kustomize/kustomizations/#garbage-collection and of its Helm controller. */
const fluxLabels = [
  'kustomize.toolkit.fluxcd.io/name',
  'helm.toolkit.fluxcd.io/name',
];

/**
 * Argo CD's annotation `<application>:<group>/<kind>:<namespace>/<name>`,
 * https://argo-cd.readthedocs.io/en/stable/user-guide/resource_tracking/. An annotation that names another object was
 * copied from there.
 */
function argoApplication({ apiVersion, kind, metadata }: KubeObject) {
  const trackingId = metadata.annotations?.['argocd.argoproj.io/tracking-id'];
  const [group] = apiVersion.split('/');
  const of = `:${group}/${kind}:${metadata.namespace}/${metadata.name}`;
  if (!trackingId) return metadata.labels?.['argocd.argoproj.io/instance'];
  return trackingId.endsWith(of) ? trackingId.slice(0, -of.length) : undefined;
}

/** Undefined for a claim that no such tool applies, as far as its marks show. */
export function managedBy(claim: KubeObject): ManagedBy | undefined {
  const flux = fluxLabels
    .map(label => claim.metadata.labels?.[label])
    .find(Boolean);
  if (flux) return { tool: 'flux', name: flux };
  const application = argoApplication(claim);
  return application ? { tool: 'argocd', name: application } : undefined;
}
