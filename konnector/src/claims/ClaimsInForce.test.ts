import type { PermissionClaim } from '@klutch/bind-api';
import { ClaimsInForce } from './ClaimsInForce';

const claim = (change: Partial<PermissionClaim> = {}): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  ...change,
});
const type = 'secrets.v1.';

describe('ClaimsInForce', () => {
  it('has the claims of all bindings on a type, until nobody has one any more', () => {
    const inForce = new ClaimsInForce();
    inForce.set('b', [claim()], 'Prefixed');
    inForce.set(
      'a',
      [claim({ required: true }), claim({ resource: 'configmaps' })],
      'Prefixed',
    );
    expect(inForce.byType.get(type)).toHaveLength(2);
    expect([...inForce.byType.keys()]).toEqual([type, 'configmaps.v1.']);
    inForce.set('a', [], 'Prefixed');
    inForce.set('b', [], 'Prefixed');
    expect(inForce.byType.size).toBe(0);
  });

  it('says when a binding repeats itself, and keeps its lists then', () => {
    const inForce = new ClaimsInForce();
    expect(inForce.set('a', [claim()], 'Prefixed')).toBe(true);
    const list = inForce.byType.get(type);
    expect(inForce.set('a', [claim()], 'Prefixed')).toBe(false);
    expect(inForce.byType.get(type)).toBe(list);
    expect(inForce.set('a', [claim()], 'None')).toBe(true);
    expect(inForce.set('b', [], 'None')).toBe(false);
  });

  it('always takes the same of several bindings, and no isolation on which they do not agree', () => {
    const inForce = new ClaimsInForce();
    inForce.set('b', [claim()], 'Prefixed');
    expect(inForce.isolationOf(type)).toBe('Prefixed');
    inForce.set('a', [claim()], 'None');
    expect(inForce.bindingWith(type)).toBe('a');
    expect(inForce.isolationOf(type)).toBeUndefined();
  });
});
