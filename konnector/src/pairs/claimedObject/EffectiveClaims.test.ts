import type { PermissionClaim } from '@klutch/bind-api';
import { EffectiveClaims } from './EffectiveClaims';

const claim = (change: Partial<PermissionClaim> = {}): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  ...change,
});
const type = 'secrets';

describe('EffectiveClaims', () => {
  it('has the claims of all bindings on a type, until none has one', () => {
    const effectiveClaims = new EffectiveClaims();
    effectiveClaims.set('b', [claim()]);
    effectiveClaims.set('a', [
      claim({ required: true }),
      claim({ resource: 'configmaps' }),
    ]);
    expect(effectiveClaims.byType.get(type)).toHaveLength(2);
    expect([...effectiveClaims.byType.keys()]).toEqual([type, 'configmaps']);
    effectiveClaims.set('a', []);
    effectiveClaims.set('b', []);
    expect(effectiveClaims.byType.size).toBe(0);
  });

  it('groups the claims on a type regardless of their versions', () => {
    const effectiveClaims = new EffectiveClaims();
    const group = 'example.com';
    effectiveClaims.set('a', [claim({ resource: 'things', group })]);
    effectiveClaims.set('b', [
      claim({ resource: 'things', group, version: 'v2' }),
    ]);
    expect(
      [...effectiveClaims.byType].map(([name, list]) => [name, list.length]),
    ).toEqual([['things.example.com', 2]]);
  });

  it('returns false for unchanged claims of a binding, and keeps its lists', () => {
    const effectiveClaims = new EffectiveClaims();
    expect(effectiveClaims.set('a', [claim()])).toBe(true);
    const list = effectiveClaims.byType.get(type);
    expect(effectiveClaims.set('a', [claim()])).toBe(false);
    expect(effectiveClaims.byType.get(type)).toBe(list);
    expect(effectiveClaims.set('a', [claim()], { isolation: 'None' })).toBe(
      true,
    );
    expect(effectiveClaims.set('a', [claim()], { isolation: 'None' })).toBe(
      false,
    );
    expect(effectiveClaims.set('b', [], { isolation: 'None' })).toBe(false);
  });

  it('chooses the same of several bindings, and no isolation when they disagree', () => {
    const effectiveClaims = new EffectiveClaims();
    effectiveClaims.set('b', [claim()]);
    expect(effectiveClaims.isolationOf(type)).toBe('Prefixed');
    effectiveClaims.set('a', [claim()], { isolation: 'None' });
    expect(effectiveClaims.firstBindingClaiming(type)).toBe('a');
    expect(effectiveClaims.isolationOf(type)).toBeUndefined();
  });

  it('has the former cluster of a type when one of its bindings took over from it', () => {
    const effectiveClaims = new EffectiveClaims();
    effectiveClaims.set('a', [claim()]);
    expect(effectiveClaims.formerClusterOf(type)).toBeUndefined();
    effectiveClaims.set('b', [claim()], { formerCluster: 'former' });
    effectiveClaims.set('c', [claim({ resource: 'configmaps' })], {
      formerCluster: 'another',
    });
    expect(effectiveClaims.formerClusterOf(type)).toBe('former');
    effectiveClaims.set('b', []);
    expect(effectiveClaims.formerClusterOf(type)).toBeUndefined();
  });

  it('includes claims of a suspended binding only beside claims of another one', () => {
    const effectiveClaims = new EffectiveClaims();
    const suspended = true;
    effectiveClaims.set('a', [claim()], { suspended });
    expect(effectiveClaims.byType.size).toBe(0);
    effectiveClaims.set('b', [claim()]);
    expect(effectiveClaims.byType.get(type)).toEqual([
      { ...claim(), suspended },
      claim(),
    ]);
    expect(effectiveClaims.firstBindingClaiming(type)).toBe('b');
    effectiveClaims.set('a', [claim()], { suspended });
    expect(effectiveClaims.isolationOf(type)).toBe('Prefixed');
    effectiveClaims.set('a', [claim()], { isolation: 'None', suspended });
    expect(effectiveClaims.isolationOf(type)).toBeUndefined();
    effectiveClaims.set('a', [claim()]);
    expect(effectiveClaims.byType.get(type)).toEqual([claim(), claim()]);
    expect(effectiveClaims.firstBindingClaiming(type)).toBe('a');
  });

  it('reports an invalid claim only to the binding that has it', () => {
    const effectiveClaims = new EffectiveClaims();
    effectiveClaims.set('a', [claim()]);
    effectiveClaims.set('b', [
      claim({ update: { fields: ['metadata.name'] } }),
    ]);
    expect(effectiveClaims.problemOf('a')).toBeUndefined();
    expect(effectiveClaims.problemOf('b')).toContain('metadata.name');
    expect(effectiveClaims.byType.get(type)).toHaveLength(1);
    effectiveClaims.set('b', []);
    expect(effectiveClaims.problemOf('b')).toBeUndefined();
  });
});
