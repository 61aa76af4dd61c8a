import { getDefaultFormState, type ErrorSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { explainRule } from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../hooks/useT';
import { mergeErrors, settingsErrors } from './errors';
import type { SettingsField } from './SettingsField';
import { countSettings, settingsForm } from './form';
import { translateErrors } from './formTexts';

const labels = {
  default: (value: string) => `Default: ${value}.`,
  yaml: 'As YAML.',
  more: (title: string) => `More of ${title}`,
  notYaml: (problem: string) => `No YAML: ${problem}`,
  notMapping: 'No mapping.',
  notList: 'No list.',
  required: 'Required.',
  none: 'None',
  choose: (alternatives: string) => `Choose: ${alternatives}`,
};

const choice = { value: 'x', title: 'X', available: true };

function formOf(
  spec: Record<string, unknown>,
  choices = { versions: [choice], plans: [choice] },
): SettingsField {
  const schema = { properties: { spec: { type: 'object', ...spec } } };
  const form = settingsForm({ schema, ...choices }, labels);
  if (!form) throw new Error('settingsForm returned undefined');
  return form;
}

const nested = formOf({
  properties: {
    service: { type: 'string' },
    plan: { type: 'string' },
    expose: { type: 'string', enum: ['Internal', 'LoadBalancer'] },
    port: { 'x-kubernetes-int-or-string': true },
    parameters: {
      type: 'object',
      properties: {
        roles: { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
        ports: {
          type: 'array',
          items: { 'x-kubernetes-int-or-string': true },
        },
        tls: {
          type: 'object',
          required: ['mode'],
          properties: {
            mode: { type: 'string' },
            labels: {
              type: 'object',
              additionalProperties: { type: 'string' },
              default: { a: 'b' },
            },
          },
        },
        matrix: {
          type: 'array',
          items: { type: 'array', items: { type: 'object' } },
        },
        open: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { known: { type: 'integer' } },
        },
        anything: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
});

describe('settingsForm', () => {
  it('copies supported keywords, shows defaults as help, and derives titles from names', () => {
    const { schema, uiSchema } = formOf({
      properties: {
        parameters: {
          'x-kubernetes-validations': [{ rule: 'true' }],
          properties: {
            maxConnections: {
              type: 'integer',
              format: 'int64',
              minimum: 1,
              default: 100,
            },
          },
        },
      },
    });
    expect(schema.properties).toEqual({
      parameters: {
        type: 'object',
        title: 'Parameters',
        properties: {
          maxConnections: {
            type: 'integer',
            title: 'Max connections',
            minimum: 1,
          },
        },
      },
    });
    expect(uiSchema.parameters.maxConnections).toEqual({
      'ui:help': 'Default: 100.',
    });
  });

  it('shows units with the titles', () => {
    const form = formOf({
      properties: {
        statementTimeout: { type: 'integer', 'x-klutch-unit': 'ms' },
        size: { type: 'integer', title: 'Disk', 'x-klutch-unit': 'GiB' },
      },
    });
    expect(form.schema.properties).toMatchObject({
      statementTimeout: { title: 'Statement timeout (ms)' },
      size: { title: 'Disk (GiB)' },
    });
  });

  it('R18: contains every field without a control elsewhere in the wizard', () => {
    const namesOf = ({ fields }: SettingsField | { fields?: undefined }) =>
      Object.keys(fields ?? {});
    expect(namesOf(nested)).toEqual(['expose', 'port', 'parameters']);
    const parameters = nested.fields?.parameters ?? {};
    expect(namesOf(parameters)).toEqual([
      'roles',
      'ports',
      'tls',
      'matrix',
      'open',
      'anything',
    ]);
    const spec = { properties: { service: { type: 'string' } } };
    expect(namesOf(formOf(spec, { versions: [], plans: [] }))).toEqual([
      'service',
    ]);
  });

  it('R18: uses a YAML field at any depth for fields without a suitable input', () => {
    const { properties } = nested.schema.properties?.parameters as {
      properties: Record<string, { properties: Record<string, object> }>;
    };
    expect(properties.tls?.properties.labels).toEqual({
      type: 'string',
      title: 'Labels',
    });
    expect(nested.uiSchema.parameters.tls.labels).toMatchObject({
      'ui:widget': 'textarea',
      'ui:help': 'As YAML. Default: {"a":"b"}.',
    });
    expect(
      nested.toValue({
        parameters: {
          tls: { labels: 'a: "1"\nb: two' },
          matrix: '- [{x: 1}]',
          open: { known: 1, '*': 'other: {y: [2]}' },
          anything: 'just text',
        },
      }),
    ).toEqual({
      parameters: {
        tls: { labels: { a: '1', b: 'two' } },
        matrix: [[{ x: 1 }]],
        open: { known: 1, other: { y: [2] } },
        anything: 'just text',
      },
    });
  });

  it('R18: sends digits of an int-or-string field as a number', () => {
    expect(
      nested.toValue({ port: '8080', parameters: { ports: ['1', '25%'] } }),
    ).toEqual({ port: 8080, parameters: { ports: [1, '25%'] } });
    expect(nested.toValue({ port: '99999999999999999999' })).toEqual({
      port: '99999999999999999999',
    });
  });

  it('R18: keeps nested lists, empty entries that somebody added, and text that only starts with digits', () => {
    const list = (items: object) => ({ type: 'array', items });
    const form = formOf({
      properties: {
        ranges: list(list({ type: 'string' })),
        rules: list({ properties: { name: { type: 'string' } } }),
        code: { 'x-kubernetes-int-or-string': true },
      },
    });
    expect(
      form.toValue({
        ranges: [['a', undefined, 'b'], ['', 'c'], []],
        rules: [{ name: undefined }, { name: 'd' }],
        code: '007',
      }),
    ).toEqual({
      ranges: [['a', 'b'], ['', 'c'], []],
      rules: [{}, { name: 'd' }],
      code: '007',
    });
    expect(form.toValue({ ranges: [], rules: [undefined] })).toEqual({});
  });

  it('keeps what is empty in an entry of a list, and sends an empty list where leaving it out means another one', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const options = { type: 'object', properties: { hosts: list } };
    const form = formOf({
      required: ['needed'],
      properties: {
        rules: {
          type: 'array',
          items: {
            required: ['tags'],
            properties: { name: { type: 'string' }, tags: list, options },
          },
        },
        needed: list,
        roles: { ...list, default: ['reader'] },
        others: list,
        options,
      },
    });
    const spec = {
      needed: [],
      roles: [],
      rules: [
        { name: 'a', tags: [], options: {} },
        { name: 'b', tags: [], options: { hosts: [] } },
        { tags: ['x'] },
      ],
    };
    const data = form.toData(spec);
    expect(form.toValue(data)).toEqual(spec);
    expect(form.validate(data)).toBeUndefined();
    expect(form.toValue({ others: [], options: { hosts: [] } })).toEqual({});
    expect(
      form.toValue({ rules: [{ tags: [], options: { hosts: undefined } }] }),
    ).toEqual({ rules: [{ tags: [] }] });
  });

  it('R18: sends an empty required object', () => {
    const sizes = { type: 'object', properties: { a: { type: 'string' } } };
    const form = formOf({
      required: ['sizes'],
      properties: { sizes, others: sizes },
    });
    expect(form.toValue({ sizes: {}, others: {} })).toEqual({ sizes: {} });
    expect(form.validate({ sizes: {}, others: {} })).toBeUndefined();
  });

  it('R18: requires no items for an unused list', () => {
    const hosts = { type: 'array', minItems: 1, items: { type: 'string' } };
    const { schema } = formOf({ properties: { hosts } });
    const empty = getDefaultFormState(validator, schema, {}, schema);
    expect(validator.validateFormData(empty, schema).errors).toEqual([]);
  });

  it('R18: has a YAML field for additional fields that the schema allows', () => {
    const form = formOf({ 'x-kubernetes-preserve-unknown-fields': true });
    expect(form.schema.properties).toMatchObject({
      '*': { title: 'More of Spec' },
    });
  });

  it('shows the settings of an existing claim, and leaves them as they are', () => {
    const spec = {
      expose: 'Internal',
      port: 8080,
      parameters: {
        roles: ['A'],
        ports: [1, '25%', '007'],
        tls: { mode: '', labels: { a: '1', b: 'two' } },
        matrix: [[{ x: 1 }]],
        open: { known: 1, other: { y: [2] } },
        anything: 'just text',
      },
    };
    const data = nested.toData(spec);
    expect(data).toMatchObject({
      port: '8080',
      parameters: { open: { known: 1, '*': 'other:\n  y:\n    - 2\n' } },
    });
    expect(nested.validate(data)).toBeUndefined();
    expect(nested.toValue(data)).toEqual(spec);
    expect(nested.toValue(nested.toData({}))).toEqual({});
  });

  it('omits empty fields from the value', () => {
    expect(
      nested.toValue({
        expose: undefined,
        port: undefined,
        parameters: {
          roles: [],
          tls: { mode: undefined, labels: ' ' },
          matrix: '#',
        },
      }),
    ).toEqual({});
    expect(nested.toValue({ parameters: { anything: '{}' } })).toEqual({
      parameters: { anything: {} },
    });
  });

  it('R18: reports invalid YAML', () => {
    expect(
      nested.validate({
        parameters: {
          tls: { mode: 'on', labels: 'text' },
          matrix: 'a: b',
          anything: 'a: [',
          open: { '*': '*unknown' },
        },
      }),
    ).toEqual({
      parameters: {
        tls: { labels: { __errors: ['No mapping.'] } },
        matrix: { __errors: ['No list.'] },
        anything: { __errors: [expect.stringMatching(/^No YAML: .*line 1/)] },
        open: { '*': { __errors: [expect.stringMatching(/^No YAML: /)] } },
      },
    });
    expect(nested.validate({ parameters: { anything: 'a: b' } })).toBe(
      undefined,
    );
  });

  it('requires the required fields of an optional object once one of its fields is set', () => {
    expect(nested.validate({ parameters: { tls: {} } })).toBeUndefined();
    expect(
      nested.validate({ parameters: { tls: { labels: 'a: b' } } }),
    ).toEqual({ parameters: { tls: { mode: { __errors: ['Required.'] } } } });
    expect(
      formOf({
        required: ['plan', 'size'],
        properties: { plan: {}, size: { type: 'string' } },
      }).schema.required,
    ).toEqual(['size']);
  });

  it('returns undefined for a service without settings', () => {
    expect(
      settingsForm(
        { schema: { properties: { spec: {} } }, versions: [], plans: [] },
        labels,
      ),
    ).toBeUndefined();
  });
});

describe('titles, units and descriptions of parameters', () => {
  const properties = {
    parameters: {
      type: 'object',
      properties: {
        cache: { type: 'string', 'x-klutch-group': 'Memory' },
        level: { type: 'string', default: 'info' },
      },
    },
  };
  const helpOf = (defaults?: Record<string, string>) => {
    const schema = { properties: { spec: { type: 'object', properties } } };
    const service = { schema, versions: [], plans: [{ ...choice, defaults }] };
    const form = settingsForm(service, labels, { plan: choice.value });
    return form?.uiSchema.parameters;
  };

  it('is their group and default', () => {
    expect(helpOf()).toMatchObject({
      cache: { 'ui:group': 'Memory' },
      level: { 'ui:help': 'Default: info.' },
    });
  });

  it('includes the defaults of the plan, where the schema has none', () => {
    expect(
      helpOf({ cache: '4MB', level: 'debug', unknown: 'x' }),
    ).toMatchObject({
      cache: { 'ui:help': 'Default: 4MB.', 'ui:group': 'Memory' },
      level: { 'ui:help': 'Default: info.' },
    });
  });
});

/** Gives key and parameters. */
const translate = ((key: string, params: object) =>
  `${key} ${JSON.stringify(params)}`) as unknown as T;

it('has texts for all errors of the validator, also for rare ones', () => {
  const textOf = (name: string, params: object) =>
    translateErrors([{ name, params, stack: 'English' }], translate)[0]
      ?.message;
  expect(textOf('minimum', { limit: 3 })).toBe(
    'settings.problem.minimum {"limit":"3"}',
  );
  expect(textOf('type', { type: 'boolean' })).toMatch(/problem.boolean /);
  expect(textOf('type', { type: 'null' })).toBe(
    'settings.problem.other {"rule":"null"}',
  );
  expect(textOf('dependentRequired', {})).toBe(
    'settings.problem.other {"rule":"dependentRequired"}',
  );
});

describe('settingsErrors and mergeErrors', () => {
  it('attaches errors of the dry run to the field, or to the enclosing YAML field or list', () => {
    expect(
      settingsErrors(
        [
          { field: 'spec.parameters.tls.mode', message: 'One' },
          { field: 'spec.parameters', message: 'Two' },
          { field: 'spec.plan', message: 'Three' },
          {
            field: 'spec.parameters.tls.mode',
            ...explainRule(
              'must be at most 30 with this plan; lower it or choose a bigger plan',
            ),
          },
          { field: 'spec.parameters.anything.a[0].b', message: 'Four' },
          { field: 'spec.parameters.open.other.y', message: 'Five' },
          { field: 'spec.parameters.roles[1]', message: 'Six' },
          { field: 'metadata.name', message: 'Seven' },
        ],
        nested,
        translate,
      ),
    ).toEqual({
      parameters: {
        tls: {
          mode: { __errors: ['One', 'reasons.PlanLimit {"limit":"30"}'] },
        },
        anything: { __errors: ['a.0.b: Four'] },
        open: { '*': { __errors: ['other.y: Five'] } },
        roles: { __errors: ['1: Six'] },
        __errors: ['Two'],
      },
    });
  });

  it('keeps all errors of a field when merging', () => {
    const of = (errors: object) => errors as ErrorSchema;
    expect(
      mergeErrors(
        of({ a: { __errors: ['1'] } }),
        of({ a: { __errors: ['2'], b: { __errors: ['3'] } } }),
      ),
    ).toEqual({ a: { __errors: ['1', '2'], b: { __errors: ['3'] } } });
  });
});

it('counts each field of parameters', () => {
  expect(countSettings({ expose: 'x', parameters: { a: 1, b: 2 } })).toBe(3);
});
