import { grantsAnnotation } from '../backendNames';
import { databases } from '../testing/samples';
import { isGranted, withGrants } from './grants';

const caches = { group: 'example.test', resource: 'caches' };
const start = new Date('2026-01-01T12:00:00Z');
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const noting = (annotations?: Record<string, string>) => ({
  metadata: { name: 'kubeconfig', annotations },
});
const consented = noting(withGrants(undefined, [databases], start));

describe('a consent', () => {
  it('is valid for its API only, and for a day', () => {
    expect(isGranted(consented, databases, after(23.9))).toBe(true);
    expect(isGranted(consented, caches, start)).toBe(false);
    expect(isGranted(consented, databases, after(24))).toBe(false);
  });

  it('keeps earlier ones, except for expired ones', () => {
    const later = noting(withGrants(consented, [caches], after(1)));
    expect(isGranted(later, databases, after(1))).toBe(true);
    expect(isGranted(later, caches, after(1))).toBe(true);
    const next = withGrants(consented, [caches], after(25));
    expect(next[grantsAnnotation]).not.toContain('databases');
  });

  it.each([
    ['nothing', undefined],
    ['invalid JSON', 'databases.example.test'],
    ['JSON that is no map of times', '{"databases.example.test": true}'],
    ['properties of the JavaScript prototype', '{}'],
  ])('is not read from %s', (_, text) => {
    const secret = noting(text ? { [grantsAnnotation]: text } : undefined);
    expect(isGranted(secret, databases, start)).toBe(false);
    const built = { group: '', resource: 'constructor' };
    expect(isGranted(secret, built, start)).toBe(false);
  });
});
