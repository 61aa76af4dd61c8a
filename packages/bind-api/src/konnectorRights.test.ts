import {
  controlPlaneGrants,
  konnectorApiRole,
  mergeGrants,
} from './konnectorRights';
import type { PermissionClaim } from './types/permissionClaim';

const things = { group: 'example.com', resource: 'things' };
const secrets = (claim: Partial<PermissionClaim> = {}): PermissionClaim => ({
  group: '',
  version: 'v1',
  resource: 'secrets',
  ...claim,
});
const ownedBy = (owner: 'Provider' | 'Consumer') => ({ selector: { owner } });
const verbsOn = (
  rules: ReturnType<typeof mergeGrants>,
  resource: string,
): string[] =>
  rules.find(({ resources }) => resources?.includes(resource))?.verbs ?? [];
const appClusterVerbs = (claim: PermissionClaim) =>
  verbsOn(konnectorApiRole(things, [claim]).rules ?? [], 'secrets');
const controlPlaneVerbs = (claim: PermissionClaim) =>
  verbsOn(mergeGrants(controlPlaneGrants(things, [claim])), 'secrets');

describe('mergeGrants', () => {
  it('merges the verbs of a type, independent of the order of the grants', () => {
    const grants = [
      { ...things, verbs: ['watch', 'get'] as const },
      { group: '', resource: 'secrets', verbs: ['get'] as const },
      { ...things, verbs: ['patch', 'get'] as const },
    ];
    const rules = mergeGrants(grants);
    expect(rules).toEqual([
      { apiGroups: [''], resources: ['secrets'], verbs: ['get'] },
      {
        apiGroups: ['example.com'],
        resources: ['things'],
        verbs: ['get', 'watch', 'patch'],
      },
    ]);
    expect(mergeGrants([...grants].reverse())).toEqual(rules);
  });
});

describe('rights for claimed objects', () => {
  it('on the app cluster: consumer-owned objects are never created or deleted', () => {
    expect(appClusterVerbs(secrets(ownedBy('Consumer')))).toEqual([
      'get',
      'list',
      'watch',
      'patch',
    ]);
    expect(appClusterVerbs(secrets(ownedBy('Provider')))).toContain('delete');
    expect(
      appClusterVerbs(secrets({ ...ownedBy('Consumer'), autoDonate: true })),
    ).toContain('delete');
  });

  it('on the control plane: provider-owned objects are deleted only if the claim says so', () => {
    expect(controlPlaneVerbs(secrets(ownedBy('Provider')))).not.toContain(
      'delete',
    );
    expect(
      controlPlaneVerbs(
        secrets({
          ...ownedBy('Provider'),
          onConflict: { recreateWhenConsumerSideDeleted: false },
        }),
      ),
    ).toContain('delete');
    expect(controlPlaneVerbs(secrets(ownedBy('Consumer')))).toContain('delete');
  });
});

describe('claims on types that are never synced', () => {
  it.each([
    ['', 'nodes'],
    ['', 'nodes/proxy'],
    ['', 'serviceaccounts/token'],
    ['', '*'],
    ['*', 'secrets'],
    ['rbac.authorization.k8s.io', 'clusterrolebindings'],
    ['apiextensions.k8s.io', 'customresourcedefinitions'],
    ['admissionregistration.k8s.io', 'validatingwebhookconfigurations'],
    ['klutch.anynines.com', 'apiservicebindings'],
  ])('add no rights (group %j, %s)', (group, resource) => {
    const claim = secrets({ group, resource });
    expect(konnectorApiRole(things, [claim])).toEqual(
      konnectorApiRole(things, []),
    );
    expect(controlPlaneGrants(things, [claim])).toEqual(
      controlPlaneGrants(things, []),
    );
  });
});

describe('konnectorApiRole', () => {
  it('does not let the konnector delete objects of the API', () => {
    const { metadata, rules } = konnectorApiRole(things, []);
    expect(metadata.name).toBe('klutch-konnector-things.example.com');
    expect(verbsOn(rules ?? [], 'things')).not.toContain('delete');
    expect(verbsOn(rules ?? [], 'things/status')).toEqual(['patch']);
  });
});
