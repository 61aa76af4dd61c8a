import type { PermissionClaim } from '@klutch/bind-api';
import { thingBinding, thingExport } from '../testing/objects';
import { planClaims } from './planClaims';

const secrets = { resource: 'secrets', version: 'v1' };
const configMaps = { resource: 'configmaps', version: 'v1' };

describe('planClaims', () => {
  it('serves accepted claims only and names required ones that are not accepted', () => {
    const binding = thingBinding();
    binding.spec!.permissionClaims = [
      { ...secrets, state: 'Accepted' },
      { ...configMaps, state: 'Rejected' },
    ];
    const answers = planClaims(
      binding,
      thingExport({
        permissionClaims: [
          { ...secrets, required: true },
          { ...configMaps, required: true },
          { group: 'a.b', resource: 'others', version: 'v1', required: true },
          { group: 'a.b', resource: 'more', version: 'v1' },
        ],
      }),
    );
    expect(answers.accepted.map(({ resource }) => resource)).toEqual([
      'secrets',
    ]);
    expect(answers.missing).toEqual(['configmaps', 'others.a.b']);
  });

  it('B26: does not serve a claim that the export has withdrawn, or whose owner it changed', () => {
    const binding = thingBinding();
    const owned = { selector: { owner: 'Provider' as const } };
    binding.spec!.permissionClaims = [
      { ...secrets, ...owned, state: 'Accepted' },
      { ...configMaps, state: 'Accepted' },
    ];
    const effective = (permissionClaims: PermissionClaim[]) =>
      planClaims(binding, thingExport({ permissionClaims })).accepted.map(
        ({ resource }) => resource,
      );
    expect(effective([{ ...secrets, ...owned }, configMaps])).toEqual([
      'secrets',
      'configmaps',
    ]);
    expect(effective([{ ...secrets, ...owned }])).toEqual(['secrets']);
    expect(
      effective([{ ...secrets, selector: { owner: 'Consumer' } }, configMaps]),
    ).toEqual(['configmaps']);
    expect(effective([])).toEqual([]);
  });

  it('serves only the intersection with a claim that the export has narrowed', () => {
    const binding = thingBinding();
    binding.spec!.permissionClaims = [{ ...secrets, state: 'Accepted' }];
    const selectorsIn = (permissionClaims: PermissionClaim[]) =>
      planClaims(binding, thingExport({ permissionClaims })).accepted.map(
        ({ selector }) => selector,
      );
    const narrowed = { names: ['only-this'] };
    expect(selectorsIn([{ ...secrets, selector: narrowed }])).toEqual([
      expect.objectContaining(narrowed),
    ]);
    binding.spec!.permissionClaims = [
      { ...secrets, state: 'Accepted', selector: { names: ['another'] } },
    ];
    expect(selectorsIn([{ ...secrets, selector: narrowed }])).toEqual([]);
  });

  it('accept-claims: all accepts all claims, later ones too, except those rejected or narrowed on the binding', () => {
    const binding = thingBinding();
    binding.metadata.annotations = {
      'klutch.anynines.com/accept-claims': 'all',
    };
    const narrowed = { ...secrets, selector: { names: ['only-this'] } };
    binding.spec!.permissionClaims = [
      { ...configMaps, state: 'Rejected' },
      { ...narrowed, state: 'Accepted' },
    ];
    const later = { group: 'a.b', resource: 'others', version: 'v1' };
    const answers = planClaims(
      binding,
      thingExport({
        permissionClaims: [
          secrets,
          { ...configMaps, required: true },
          { ...later, required: true },
        ],
      }),
    );
    expect(answers.accepted).toEqual([
      { ...narrowed, state: 'Accepted' },
      { ...later, required: true, state: 'Accepted' },
    ]);
    expect(answers.missing).toEqual(['configmaps']);
  });
});
