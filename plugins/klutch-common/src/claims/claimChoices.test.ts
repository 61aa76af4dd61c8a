import {
  claimChoices,
  compositionChoices,
  planChanges,
  versionChanges,
} from './claimChoices';
import { isLowerVersion } from './versions';
import type { ClaimSchema } from './schema';

const a8s = "(has(self.compositionRef) && self.compositionRef.name == 'a8s')";

/** A schema in the style of our own APIs: enums, and rules that differ by composition. */
const ours: ClaimSchema = {
  type: 'object',
  'x-kubernetes-validations': [
    { rule: `${a8s} || self.service in ['pg13', 'pg15']` },
    { rule: `!${a8s} || self.service in ['pg13', 'pg14']` },
    {
      rule: `${a8s} || self.plan in ['single-nano', 'single-big', 'replica-big', 'single-nano-bionic']`,
    },
    { rule: `!${a8s} || self.plan in ['single-medium']` },
    {
      rule: `${a8s} || !self.plan.contains('bionic') || self.service == 'pg13'`,
    },
    { rule: 'self.service == oldSelf.service' },
  ],
  properties: {
    service: { type: 'string', enum: ['pg13', 'pg14', 'pg15'] },
    plan: {
      type: 'string',
      enum: [
        'single-nano',
        'single-medium',
        'single-big',
        'replica-big',
        'single-nano-bionic',
      ],
      'x-kubernetes-validations': [
        {
          rule: "(self.contains('nano') ? 0 : self.contains('medium') ? 1 : 2) >= (oldSelf.contains('nano') ? 0 : oldSelf.contains('medium') ? 1 : 2)",
        },
        { rule: "!oldSelf.contains('replica') || self.contains('replica')" },
        { rule: "self.contains('bionic') == oldSelf.contains('bionic')" },
      ],
    },
  },
};

/** A schema in the style of the reference: no enum, and rules that do not check for the composition with `has()`. */
const reference: ClaimSchema = {
  'x-kubernetes-validations': [
    {
      rule: "self.compositionRef.name == 'a9s' ? self.service in ['pg13', 'pg15'] : true",
    },
    {
      rule: "self.compositionRef.name == 'a8s' ? self.service in ['pg14'] : true",
    },
    {
      rule: "self.compositionRef.name == 'a9s' ? self.plan in ['nano', 'big'] : true",
    },
    { rule: "self.compositionRef.name == 'a8s' ? 'nano' == self.plan : true" },
    { rule: "!self.plan.contains('huge')" },
  ],
  properties: { service: { type: 'string' }, plan: { type: 'string' } },
};

describe('claimChoices', () => {
  it('offers the values that the rules of the composition allow', () => {
    expect(claimChoices(ours)).toEqual({
      service: ['pg13', 'pg15'],
      plan: ['single-nano', 'single-big', 'replica-big', 'single-nano-bionic'],
    });
    expect(claimChoices(ours, { composition: 'a8s' })).toEqual({
      service: ['pg13', 'pg14'],
      plan: ['single-medium'],
    });
  });

  it('offers only the plans of the chosen service', () => {
    expect(claimChoices(ours, { service: 'pg15' }).plan).toEqual([
      'single-nano',
      'single-big',
      'replica-big',
    ]);
    expect(claimChoices(ours, { service: 'pg13' }).plan).toContain(
      'single-nano-bionic',
    );
  });

  it('without an enum, takes candidates only from literals that rules compare the field with', () => {
    expect(claimChoices(reference, { composition: 'a9s' })).toEqual({
      service: ['pg13', 'pg15'],
      plan: ['nano', 'big'],
    });
    expect(claimChoices(reference, { composition: 'a8s' })).toEqual({
      service: ['pg14'],
      plan: ['nano'],
    });
  });

  it('skips rules that do not compile and rules with an optional old value', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [
        { rule: 'this is (not CEL' },
        { rule: 'onlyServersKnow(self.plan)' },
        { rule: "self.plan == 'a'", optionalOldSelf: true },
        { rule: "self.plan != 'c'" },
      ],
      properties: { plan: { enum: ['a', 'b', 'c'] } },
    };
    expect(claimChoices(schema)).toEqual({ service: [], plan: ['a', 'b'] });
  });

  it('does not reject a value because of a field that the form has not asked for', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [{ rule: 'self.replicas > 2' }],
      properties: { service: { enum: ['x'] } },
    };
    expect(claimChoices(schema)).toEqual({ service: ['x'], plan: [] });
  });

  it('takes candidates from text literals that a rule compares exactly this field with', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [
        "self.plan == 'a' || 'b' == self.plan || self.plan != 'c'",
        "self.plan in ['d', 1] || self.size in ['e', self.plan]",
        "self.other == 'f' || 'g' in self.plan || self.plan == 2",
        "other.plan == 'h' || self.plan.kind == 'i' || plan == 'j'",
        "self == 'k' || self.plan > 'l' || self.plan == ['m'][0]",
      ].map(text => ({ rule: `${text} || true` })),
      properties: { plan: { type: 'string' } },
    };
    expect(claimChoices(schema).plan).toEqual(['a', 'b', 'd']);
  });

  it('takes candidates from the rules of the field, and each once', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [{ rule: "self.plan in ['a', 'b']" }],
      properties: {
        plan: {
          'x-kubernetes-validations': [
            { rule: "self in ['b', 'c'] || 'a' == self" },
            { rule: "self.plan == 'd' || other == 'e' || true" },
            { rule: "self != 'b'" },
          ],
        },
      },
    };
    expect(claimChoices(schema).plan).toEqual(['a']);
  });

  it('offers only text values of an enum', () => {
    const schema: ClaimSchema = {
      properties: { plan: { enum: ['a', 1, null] } },
    };
    expect(claimChoices(schema).plan).toEqual(['a']);
  });

  it('applies the rules of the field, except those on changes', () => {
    const schema: ClaimSchema = {
      properties: {
        plan: {
          enum: ['a', 'b'],
          'x-kubernetes-validations': [
            { rule: "self != 'b'" },
            { rule: "oldSelf == 'x'" },
          ],
        },
      },
    };
    expect(claimChoices(schema).plan).toEqual(['a']);
  });

  it('offers the services that the rules allow when there are no plans', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [{ rule: "self.service != 'y'" }],
      properties: { service: { enum: ['x', 'y'] } },
    };
    expect(claimChoices(schema)).toEqual({ service: ['x'], plan: [] });
  });

  it('offers the plans that any service has, and no service without a plan', () => {
    const schema: ClaimSchema = {
      'x-kubernetes-validations': [
        { rule: "self.service == 'x' ? self.plan == 'a' : true" },
        { rule: "self.service == 'y' ? self.plan == 'b' : true" },
        { rule: "self.service != 'z'" },
      ],
      properties: {
        service: { enum: ['x', 'y', 'z'] },
        plan: { enum: ['a', 'b', 'c'] },
      },
    };
    expect(claimChoices(schema)).toEqual({
      service: ['x', 'y'],
      plan: ['a', 'b'],
    });
    expect(claimChoices(schema, { service: 'y' })).toEqual({
      service: ['x', 'y'],
      plan: ['b'],
    });
  });

  it('returns no choices for fields that take any value', () => {
    expect(
      claimChoices({ properties: { service: { type: 'string' } } }),
    ).toEqual({ service: [], plan: [] });
    expect(claimChoices({})).toEqual({ service: [], plan: [] });
  });
});

describe('planChanges', () => {
  const from = (plan: string, service = 'pg15') =>
    planChanges(ours, { service, plan });

  it('are the other plans that all rules allow, also those about the change', () => {
    expect(from('single-nano')).toEqual(['single-big', 'replica-big']);
    expect(from('single-big')).toEqual(['replica-big']);
    expect(from('replica-big')).toEqual([]);
  });

  it('depend on the rest of the spec', () => {
    expect(from('single-nano-bionic', 'pg13')).toEqual([]);
    expect(
      planChanges(reference, {
        compositionRef: { name: 'a8s' },
        service: 'pg14',
        plan: 'nano',
      }),
    ).toEqual([]);
    expect(
      planChanges(reference, {
        compositionRef: { name: 'a9s' },
        service: 'pg13',
        plan: 'nano',
      }),
    ).toEqual(['big']);
  });

  it('are none for a schema without values', () => {
    expect(planChanges({}, { plan: 'a' })).toEqual([]);
  });
});

describe('versionChanges', () => {
  const upgradable: ClaimSchema = {
    properties: {
      service: {
        enum: ['pg9', 'pg13', 'pg14', 'pg15', 'other'],
        'x-kubernetes-validations': [
          {
            rule: "oldSelf != 'pg13' || self == 'pg14'",
            message: 'one version at a time',
          },
        ],
      },
    },
  };

  it('are the versions that are not lower, with the rule against the change', () => {
    expect(versionChanges(upgradable, { service: 'pg13' })).toEqual([
      { value: 'pg14' },
      { value: 'pg15', problem: 'one version at a time' },
      { value: 'other', problem: 'one version at a time' },
    ]);
    expect(versionChanges(upgradable, { service: 'pg15' })).toEqual([
      { value: 'other' },
    ]);
    expect(versionChanges(upgradable, {})).toEqual([]);
  });

  it('are those that a new claim with the same composition and some plan can have', () => {
    const versions = (spec: Record<string, unknown>) =>
      versionChanges(ours, { service: 'pg13', ...spec }).map(
        ({ value }) => value,
      );
    expect(versions({ plan: 'single-nano' })).toEqual(['pg15']);
    expect(versions({ plan: 'single-nano-bionic' })).toEqual(['pg15']);
    const compositionRef = { name: 'a8s' };
    expect(versions({ plan: 'single-medium', compositionRef })).toEqual([
      'pg14',
    ]);
  });

  it('respect a service that is fixed', () => {
    const spec = { service: 'pg13', plan: 'single-nano' };
    expect(
      versionChanges(ours, spec).filter(({ problem }) => !problem),
    ).toEqual([]);
  });

  it.each([
    ['pg9', 'pg13', true],
    ['pg13', 'pg9', false],
    ['x10.6', 'x10.11', true],
    ['x10', 'x10.11', true],
    ['x10.0', 'x10', false],
    ['x', 'x2', false],
    ['x2', 'x2', false],
  ])('%s is lower than %s: %s', (one, other, isLower) => {
    expect(isLowerVersion(one, other)).toBe(isLower);
  });
});

describe('compositionChoices', () => {
  it('are the compositions that rules name and allow', () => {
    expect(compositionChoices(reference)).toEqual(['a9s', 'a8s']);
    const limited: ClaimSchema = {
      'x-kubernetes-validations': [
        {
          rule: "!has(self.compositionRef) || self.compositionRef.name in ['a9s', 'a8s']",
        },
        {
          rule: "self.compositionRef.name != 'a8s' || self.plan in ['nano']",
        },
        {
          rule: "!has(self.compositionRef) || self.compositionRef.name in ['a9s']",
        },
        {
          rule: "self.other.name == 'b' || self.compositionRef.kind == 'c' || true",
        },
      ],
    };
    expect(compositionChoices(limited)).toEqual(['a9s']);
  });

  it('are none when no rule names a composition', () => {
    expect(compositionChoices({})).toEqual([]);
  });
});
