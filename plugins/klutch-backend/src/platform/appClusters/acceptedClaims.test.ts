import type {
  APIServiceExportTemplate,
  PermissionClaim,
} from '@klutch/bind-api';
import { InvalidError } from '../../errors/InvalidError';
import { acceptedClaimsOf } from './acceptedClaims';
import { permissionClaimView } from '../templates/permissionClaims';

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
  acceptedClaims?: PermissionClaim[],
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
    {
      resource: 'things.x.test',
      acceptedClaims: acceptedClaims?.map(permissionClaimView),
    },
  );
};

describe('accepted permission claims', () => {
  it('are all when none are named', () => {
    expect(accept([placed])).toBe('all');
    expect(accept([placed], [])).toEqual([]);
  });

  it('have all fields of the template, not only those shown', () => {
    const whole = { ...placed, autoAdopt: true };
    expect(accept([whole], [whole])).toEqual([whole]);
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
    ['more than was shown', placed, { ...placed, autoAdopt: true }],
    [
      'other names',
      { ...read, selector: { ...read.selector, names: ['a'] } },
      read,
    ],
  ])('are refused, where the template has them of %s', (_, accepted, made) => {
    expect(() => accept([made], [accepted])).toThrow(InvalidError);
    expect(() => accept([made], [accepted])).toThrow(
      /has no such permission claim/,
    );
  });
});
