import { actionText } from '@klutch/kube';
import { requiredRights } from './requiredRights';

const rights = (options: { isPortal: boolean; appClusterBindings?: boolean }) =>
  requiredRights({ namespace: 'klutch-portal', ...options }).map(actionText);

it('are those of the backend and of the Lease, without roles that app clusters get', () => {
  const own = rights({ isPortal: false });
  expect(own).toEqual(
    expect.arrayContaining([
      'create secrets',
      'patch apiserviceexports.klutch.anynines.com',
      expect.stringMatching(/^patch leases.* -n klutch-portal$/),
    ]),
  );
  // Konnectors read their own kubeconfig; the backend does not list Secrets of all names.
  expect(own).not.toContain('list secrets');
  expect(own.some(right => right.includes('impersonate'))).toBe(false);
});

it('include those of a portal and of AppClusterBindings, where they are used', () => {
  const xrds = 'list compositeresourcedefinitions.apiextensions.crossplane.io';
  const remote = 'list appclusterbindings.klutch.anynines.com';
  const without = rights({ isPortal: false });
  const all = rights({ isPortal: true, appClusterBindings: true });
  expect(all).toEqual(
    expect.arrayContaining([
      ...without,
      xrds,
      remote,
      'list secrets -n klutch-portal',
    ]),
  );
  expect(without).not.toContain(xrds);
  expect(without).not.toContain(remote);
});
