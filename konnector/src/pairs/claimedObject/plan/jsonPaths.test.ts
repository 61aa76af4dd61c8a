import fc from 'fast-check';
import { parsePath, valueAt, withValueAt } from './jsonPaths';

describe('parsePath', () => {
  it.each([
    ['spec.a', ['spec', 'a']],
    ['.spec.a', ['spec', 'a']],
    ['$.spec.a', ['spec', 'a']],
    [`data['tls.crt']`, ['data', 'tls.crt']],
    [`.data["a/b"].c`, ['data', 'a/b', 'c']],
    ['data', ['data']],
  ])('parses %s', (text, keys) => {
    expect(parsePath(text)).toEqual(keys);
  });

  it.each([
    '',
    '.',
    'spec..a',
    'spec.',
    'spec[0]',
    'spec[*]',
    'spec.*',
    `data['a'`,
    `data['a']b`,
    '__proto__.x',
    'spec.constructor',
    'metadata.labels',
    'kind',
  ])('refuses %p', text => {
    expect(parsePath(text)).toBeUndefined();
  });

  it('parses arbitrary quoted keys, and never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[^'"]{1,12}$/), { minLength: 1 }),
        keys => {
          const text = `data${keys.map(key => `['${key}']`).join('')}`;
          const wanted = keys.some(key =>
            ['__proto__', 'prototype', 'constructor'].includes(key),
          )
            ? undefined
            : ['data', ...keys];
          expect(parsePath(text)).toEqual(wanted);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string(), text => {
        parsePath(text);
      }),
    );
  });
});

describe('values at paths', () => {
  const object = { spec: { a: 1, b: { c: 2 } }, list: [1] };

  it('are read and replaced without changing the original', () => {
    expect(valueAt(object, ['spec', 'b', 'c'])).toBe(2);
    expect(valueAt(object, ['list', '0'])).toBeUndefined();
    expect(withValueAt(object, ['spec', 'b', 'c'], 3)).toEqual({
      ...object,
      spec: { a: 1, b: { c: 3 } },
    });
    expect(withValueAt(object, ['spec', 'a'], undefined).spec).toEqual({
      b: { c: 2 },
    });
    expect(withValueAt(object, ['new', 'x'], 1)).toMatchObject({
      new: { x: 1 },
    });
    expect(withValueAt(object, ['new', 'x'], undefined)).toEqual(object);
    expect(object.spec).toEqual({ a: 1, b: { c: 2 } });
  });

  it('are read back as they were written', () => {
    const key = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(
        fc.array(key, { minLength: 1, maxLength: 4 }),
        fc.jsonValue(),
        (path, value) => {
          expect(valueAt(withValueAt(object, path, value), path)).toEqual(
            value,
          );
        },
      ),
    );
  });
});
