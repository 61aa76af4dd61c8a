import type {
  APIServiceExportTemplate,
  PermissionClaim,
} from '@klutch/bind-api';
import { wholeClaim } from '@klutch/binding-backend';
import { InvalidError } from '../errors/InvalidError';
import { acceptedClaimsOf } from './acceptedClaims';

const placed = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' as const },
};
const read = {
  ...placed,
  selector: { owner: 'Consumer' as const, names: ['*'] },
};
const accept = (
  permissionClaims: PermissionClaim[],
  acceptedClaims?: (typeof placed | typeof read)[],
) => {
  const template: APIServiceExportTemplate = {
    apiVersion: 'klutch.anynines.com/v1alpha1',
    kind: 'APIServiceExportTemplate',
    metadata: { name: 'x' },
    spec: {
      APIServiceSelector: { group: 'x.test', resource: 'things' },
      permissionClaims,
    },
  };
  return acceptedClaimsOf(
    { template: () => template },
    { resource: 'things.x.test', acceptedClaims },
  );
};

describe('accepted permission claims', () => {
  it('are all, where none are named', () => {
    expect(accept([placed])).toBe('all');
    expect(accept([placed], [])).toEqual([]);
  });

  it('say all that the template says', () => {
    const whole = { ...placed, autoAdopt: true };
    expect(accept([whole], [placed])).toEqual([whole]);
    const shown = { ...placed, whole: wholeClaim(whole) };
    expect(accept([whole], [shown])).toEqual([whole]);
  });

  it('are those of the owner that was accepted, in any order of the template', () => {
    for (const made of [
      [read, placed],
      [placed, read],
    ]) {
      expect(accept(made, [placed])).toEqual([placed]);
      expect(accept(made, [placed, read])).toEqual([placed, read]);
    }
  });

  it.each([
    ['another owner', placed, read],
    [
      'more than was shown',
      { ...placed, whole: wholeClaim(placed) },
      { ...placed, autoAdopt: true },
    ],
    [
      'other names',
      { ...read, selector: { ...read.selector, names: ['a'] } },
      read,
    ],
  ])('are refused, where the template has them of %s', (_, shown, made) => {
    expect(() => accept([made], [shown])).toThrow(InvalidError);
    expect(() => accept([made], [shown])).toThrow(
      /makes no such permission claim/,
    );
  });
});
