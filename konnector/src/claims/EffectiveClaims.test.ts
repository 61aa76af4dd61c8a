import type { PermissionClaim } from '@klutch/bind-api';
import { EffectiveClaims } from './EffectiveClaims';

const claim = (change: Partial<PermissionClaim> = {}): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  ...change,
});
const type = 'secrets';

describe('ClaimsInForce', () => {
  it('has the claims of all bindings on a type, until nobody has one any more', () => {
    const inForce = new EffectiveClaims();
    inForce.set('b', [claim()]);
    inForce.set('a', [
      claim({ required: true }),
      claim({ resource: 'configmaps' }),
    ]);
    expect(inForce.byType.get(type)).toHaveLength(2);
    expect([...inForce.byType.keys()]).toEqual([type, 'configmaps']);
    inForce.set('a', []);
    inForce.set('b', []);
    expect(inForce.byType.size).toBe(0);
  });

  it('has claims on a type together, in whatever versions', () => {
    const inForce = new EffectiveClaims();
    const group = 'example.com';
    inForce.set('a', [claim({ resource: 'things', group })]);
    inForce.set('b', [claim({ resource: 'things', group, version: 'v2' })]);
    expect(
      [...inForce.byType].map(([name, list]) => [name, list.length]),
    ).toEqual([['things.example.com', 2]]);
  });

  it('says when a binding repeats itself, and keeps its lists then', () => {
    const inForce = new EffectiveClaims();
    expect(inForce.set('a', [claim()])).toBe(true);
    const list = inForce.byType.get(type);
    expect(inForce.set('a', [claim()])).toBe(false);
    expect(inForce.byType.get(type)).toBe(list);
    expect(inForce.set('a', [claim()], { isolation: 'None' })).toBe(true);
    expect(inForce.set('a', [claim()], { isolation: 'None' })).toBe(false);
    expect(inForce.set('b', [], { isolation: 'None' })).toBe(false);
  });

  it('always takes the same of several bindings, and no isolation on which they do not agree', () => {
    const inForce = new EffectiveClaims();
    inForce.set('b', [claim()]);
    expect(inForce.isolationOf(type)).toBe('Prefixed');
    inForce.set('a', [claim()], { isolation: 'None' });
    expect(inForce.firstBindingClaiming(type)).toBe('a');
    expect(inForce.isolationOf(type)).toBeUndefined();
  });

  it('knows the former cluster of a type when one of its bindings took over from it', () => {
    const inForce = new EffectiveClaims();
    inForce.set('a', [claim()]);
    expect(inForce.formerClusterOf(type)).toBeUndefined();
    inForce.set('b', [claim()], { formerCluster: 'former' });
    inForce.set('c', [claim({ resource: 'configmaps' })], {
      formerCluster: 'another',
    });
    expect(inForce.formerClusterOf(type)).toBe('former');
    inForce.set('b', []);
    expect(inForce.formerClusterOf(type)).toBeUndefined();
  });

  it('has a claim of a binding that does not act beside those that are acted by, and alone it begins nothing', () => {
    const inForce = new EffectiveClaims();
    const suspended = true;
    inForce.set('a', [claim()], { suspended });
    expect(inForce.byType.size).toBe(0);
    inForce.set('b', [claim()]);
    expect(inForce.byType.get(type)).toEqual([
      { ...claim(), handsOff: suspended },
      claim(),
    ]);
    expect(inForce.firstBindingClaiming(type)).toBe('b');
    inForce.set('a', [claim()], { suspended });
    expect(inForce.isolationOf(type)).toBe('Prefixed');
    inForce.set('a', [claim()], { isolation: 'None', suspended });
    expect(inForce.isolationOf(type)).toBeUndefined();
    inForce.set('a', [claim()]);
    expect(inForce.byType.get(type)).toEqual([claim(), claim()]);
    expect(inForce.firstBindingClaiming(type)).toBe('a');
  });

  it('names what is wrong with a claim to the binding that has it, and to no other', () => {
    const inForce = new EffectiveClaims();
    inForce.set('a', [claim()]);
    inForce.set('b', [claim({ update: { fields: ['metadata.name'] } })]);
    expect(inForce.problemOf('a')).toBeUndefined();
    expect(inForce.problemOf('b')).toContain('metadata.name');
    expect(inForce.byType.get(type)).toHaveLength(1);
    inForce.set('b', []);
    expect(inForce.problemOf('b')).toBeUndefined();
  });
});
