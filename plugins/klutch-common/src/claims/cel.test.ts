import { rulesOf, toCel } from './cel';
import { specSchemaOf, type ClaimSchema } from './schema';

const schemaWith = (...rules: string[]): ClaimSchema => ({
  'x-kubernetes-validations': rules.map(rule => ({ rule })),
});

const ruleOf = (text: string) => {
  const [rule] = rulesOf(schemaWith(text));
  if (!rule) throw new Error(`${text} does not compile.`);
  return rule;
};

describe('toCel', () => {
  it('converts whole numbers to int, unless the schema says number', () => {
    expect(toCel(3)).toBe(3n);
    expect(toCel(3, { type: 'integer' })).toBe(3n);
    expect(toCel(3, { type: 'number' })).toBe(3);
    expect(toCel(1.5)).toBe(1.5);
  });

  it('converts the items of lists and the fields of objects by their schemas', () => {
    const schema: ClaimSchema = {
      properties: {
        ratio: { type: 'number' },
        sizes: { items: { type: 'integer' } },
        ratios: { items: { type: 'number' } },
      },
    };
    const value = { ratio: 1, sizes: [1, 2], ratios: [2], unknown: 4 };
    expect(toCel(value, schema)).toEqual({
      ratio: 1,
      sizes: [1n, 2n],
      ratios: [2],
      unknown: 4n,
    });
    expect(toCel([1])).toEqual([1n]);
    expect(toCel({ a: 1 })).toEqual({ a: 1n });
  });

  it.each(['text', true, null, undefined])('keeps %j', value => {
    expect(toCel(value)).toBe(value);
  });
});

describe('a rule', () => {
  it('fails only when it evaluates to false', () => {
    const rule = ruleOf('self.size > 2');
    expect(rule.holds({ size: 3n })).toBe(true);
    expect(rule.holds({ size: 2n })).toBe(false);
    expect(rule.holds({})).toBe(true);
  });

  it.each([
    ['self == oldSelf', true],
    ["has(self.a) ? self.a == oldSelf.a : self.b == 'x'", true],
    ["self == 'oldSelf'", false],
    ['self.oldSelf == 1', false],
    ['self.a == self.b', false],
  ])('%s reads the old value: %s', (text, readsOldSelf) => {
    expect(ruleOf(text).readsOldSelf).toBe(readsOldSelf);
  });
});

describe('rulesOf', () => {
  it('leaves out rules that do not compile and rules with an optional old value', () => {
    const schema = schemaWith('self > 1', 'this is (not CEL', 'unknown(self)');
    schema['x-kubernetes-validations']?.push({
      rule: 'self == oldSelf.orValue(1)',
      optionalOldSelf: true,
    });
    expect(rulesOf(schema)).toHaveLength(1);
  });

  it('compiles the rules of a schema once', () => {
    const schema = schemaWith('self > 1');
    expect(rulesOf(schema)).toBe(rulesOf(schema));
  });

  it('is empty for a schema without rules', () => {
    expect(rulesOf({})).toEqual([]);
  });
});

describe('specSchemaOf', () => {
  it('is the schema of spec, or an empty schema', () => {
    const spec = { type: 'object' };
    expect(specSchemaOf({ properties: { spec } })).toBe(spec);
    expect(specSchemaOf({ properties: {} })).toEqual({});
    expect(specSchemaOf({})).toEqual({});
  });
});
