import fc from 'fast-check';
import { keyOf, parseKey } from './keys';

describe('keys', () => {
  it('of objects are parsed as they were written', () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9.-]{0,20}[a-z0-9])?$/);
    fc.assert(
      fc.property(
        fc.record({
          namespace: fc.option(label, { nil: undefined }),
          name: label,
        }),
        ({ namespace, name }) => {
          const key = parseKey(keyOf({ metadata: { namespace, name } }));
          expect(key).toEqual(namespace ? { namespace, name } : { name });
        },
      ),
    );
  });
});
