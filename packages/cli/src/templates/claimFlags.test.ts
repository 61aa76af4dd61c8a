import type { PermissionClaim } from '@klutch/bind-api';
import { changeClaims, parseClaim } from './claimFlags';
import { claimText } from './claimText';

const secrets: PermissionClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};

describe('parseClaim', () => {
  it.each([
    ['secrets', secrets],
    ['secrets:provider', secrets],
    ['secrets:Both', { group: '', resource: 'secrets', version: 'v1' }],
    ['secrets:Provider:required', { ...secrets, required: true }],
    [
      'widgets.example.org/v1beta1:Consumer',
      {
        group: 'example.org',
        resource: 'widgets',
        version: 'v1beta1',
        selector: { owner: 'Consumer' },
      },
    ],
  ])('reads %s', (text, claim) => {
    expect(parseClaim(text)).toEqual(claim);
  });

  it.each(['', 'Secrets', 'secrets:Nobody', 'secrets:toString', 'a/b/c'])(
    'refuses %j',
    text => {
      expect(() => parseClaim(text)).toThrow(/is not a permission claim/);
    },
  );

  it('reads what claimText writes', () => {
    const claim = { ...secrets, required: true };
    expect(parseClaim(claimText(claim))).toEqual(claim);
  });
});

describe('changeClaims', () => {
  it('keeps the suggestions without flags', () => {
    expect(changeClaims([secrets], {})).toEqual([secrets]);
  });

  it('adds claims, and replaces suggested ones on the same type', () => {
    const changed = changeClaims([secrets], {
      claim: ['secrets:Consumer', 'configmaps'],
    });
    expect(changed.map(claimText)).toEqual([
      'secrets:Consumer',
      'configmaps:Provider',
    ]);
  });

  it('leaves claims out, and only suggested ones', () => {
    const without = { withoutClaim: ['secrets'] };
    expect(changeClaims([secrets], without)).toEqual([]);
    expect(() => changeClaims([], without)).toThrow(
      /No permission claim on "secrets" is suggested/,
    );
  });
});
