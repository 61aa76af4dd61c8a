import type {
  APIServiceExport,
  CustomResourceDefinition,
} from '@klutch/bind-api';
import { testCrd } from '../testing/__testUtils__/thingCrd';
import { thingExport } from '../testing/objects';
import { keepStoredVersion, versionInUse } from './storedVersion';

type Versions = CustomResourceDefinition['spec']['versions'];
const version = (name: string, storage = false, served = true) => ({
  name,
  served,
  storage,
  schema: { openAPIV3Schema: { type: 'object' } },
});
const crdWith = (versions: Versions): CustomResourceDefinition => {
  const crd = testCrd('things', 'Thing');
  return { ...crd, spec: { ...crd.spec, versions } };
};
const exportWith = (
  versions: APIServiceExport['spec']['versions'],
): APIServiceExport['spec'] => thingExport({ versions }).spec;
const stored = ({ spec }: CustomResourceDefinition) =>
  spec.versions.filter(({ storage }) => storage).map(({ name }) => name);

describe('keepStoredVersion', () => {
  const offered = crdWith([version('v1'), version('v2', true)]);

  it('keeps the storage version of the app cluster, as long as it is served', () => {
    const installed = crdWith([version('v1', true)]);
    const kept = keepStoredVersion(offered, installed);
    expect(stored(kept)).toEqual(['v1']);
    expect(kept.spec.versions.map(({ name }) => name)).toEqual(['v1', 'v2']);
  });

  it('follows an administrator who stores another served version', () => {
    const switched = crdWith([version('v1'), version('v2', true)]);
    const other = crdWith([version('v1', true), version('v2')]);
    expect(stored(keepStoredVersion(other, switched))).toEqual(['v2']);
  });

  it.each([
    ['is no longer offered', crdWith([version('v0', true)]), offered],
    [
      'is offered but not served',
      crdWith([version('v1', true)]),
      crdWith([version('v1', false, false), version('v2', true)]),
    ],
  ])(
    'uses the version of the export when the stored one %s',
    (_, installed, desired) => {
      expect(stored(keepStoredVersion(desired, installed))).toEqual(['v2']);
    },
  );
});

describe('versionInUse', () => {
  it('is the storage version of the app cluster, wherever it is in the list', () => {
    const spec = exportWith([version('v1'), version('v2', true)]);
    expect(versionInUse(spec, crdWith([version('v1', true)]))?.name).toBe('v1');
    expect(
      versionInUse(spec, crdWith([version('v1'), version('v2', true)]))?.name,
    ).toBe('v2');
  });

  it('is the first served version when the stored one is not served', () => {
    const installed = crdWith([version('v1', true)]);
    const versions = [version('v1', true, false), version('v2'), version('v3')];
    expect(versionInUse(exportWith(versions), installed)?.name).toBe('v2');
    expect(
      versionInUse(exportWith([version('v1', true, false)]), installed),
    ).toBeUndefined();
  });

  it('works for CRDs as well as for exports', () => {
    const crd = crdWith([version('v1'), version('v2', true)]);
    expect(versionInUse(crd.spec, crd)?.name).toBe('v2');
  });
});
