import { managedBy } from './managedBy';

const claim = (
  metadata: Partial<Record<'labels' | 'annotations', Record<string, string>>>,
) => ({
  apiVersion: 'anynines.com/v1',
  kind: 'PostgresqlInstance',
  metadata: { namespace: 'team-a', name: 'orders', ...metadata },
});
const trackedAs = (id: string) =>
  managedBy(claim({ annotations: { 'argocd.argoproj.io/tracking-id': id } }));

it('is the Kustomization or Helm release of Flux', () => {
  expect(
    managedBy(
      claim({ labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } }),
    ),
  ).toEqual({ tool: 'flux', name: 'apps' });
  expect(
    managedBy(claim({ labels: { 'helm.toolkit.fluxcd.io/name': 'shop' } })),
  ).toEqual({ tool: 'flux', name: 'shop' });
});

it('is the application of Argo CD', () => {
  expect(
    trackedAs('shop:anynines.com/PostgresqlInstance:team-a/orders'),
  ).toEqual({ tool: 'argocd', name: 'shop' });
  expect(
    managedBy(claim({ labels: { 'argocd.argoproj.io/instance': 'shop' } })),
  ).toEqual({ tool: 'argocd', name: 'shop' });
});

it('is nothing for a copied annotation of Argo CD, and without marks', () => {
  expect(
    trackedAs('shop:anynines.com/PostgresqlInstance:team-a/other'),
  ).toBeUndefined();
  expect(
    managedBy(
      claim({
        labels: { 'argocd.argoproj.io/instance': 'shop' },
        annotations: {
          'argocd.argoproj.io/tracking-id':
            'shop:anynines.com/PostgresqlInstance:team-a/other',
        },
      }),
    ),
  ).toBeUndefined();
  expect(managedBy(claim({ labels: { team: 'a' } }))).toBeUndefined();
  expect(managedBy(claim({}))).toBeUndefined();
});
