import { fieldTitle, settingsErrors, settingsSchema } from './settingsSchema';

const claimSchema = (parameters: Record<string, unknown>) => ({
  properties: { spec: { properties: { parameters } } },
});
const text = (value: string) => `Default: ${value}.`;

describe('settingsSchema', () => {
  it('keeps what forms know, moves defaults into the help, and names what it cannot draw', () => {
    const settings = settingsSchema(
      claimSchema({
        type: 'object',
        'x-kubernetes-validations': [{ rule: 'true' }],
        properties: {
          maxConnections: {
            type: 'integer',
            format: 'int64',
            minimum: 1,
            default: 100,
          },
          roles: { type: 'array', items: { type: 'string', enum: ['A', 'B'] } },
          nested: { properties: { sslCiphers: { type: 'string' } } },
          port: { 'x-kubernetes-int-or-string': true },
          extra: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      }),
      text,
    );
    expect(settings?.schema).toEqual({
      type: 'object',
      properties: {
        maxConnections: {
          type: 'integer',
          title: 'Max connections',
          minimum: 1,
        },
        roles: {
          type: 'array',
          title: 'Roles',
          uniqueItems: true,
          items: { type: 'string', title: 'Roles', enum: ['A', 'B'] },
        },
        nested: {
          type: 'object',
          title: 'Nested',
          properties: { sslCiphers: { type: 'string', title: 'SSL ciphers' } },
        },
        port: { type: 'string', title: 'Port' },
      },
    });
    expect(settings?.ui.maxConnections).toEqual({ 'ui:help': 'Default: 100.' });
    expect(settings?.ui.roles).toMatchObject({ 'ui:widget': 'checkboxes' });
    expect(settings?.elsewhere).toEqual(['extra']);
  });

  it('takes the schema of the spec as well as that of the claim', () => {
    const parameters = { properties: { a: { type: 'string' } } };
    expect(
      settingsSchema({ properties: { parameters } }, text)?.schema.properties,
    ).toHaveProperty('a');
  });

  it('is undefined for a service without settings', () => {
    expect(settingsSchema({ properties: { spec: {} } }, text)).toBeUndefined();
    expect(
      settingsSchema(claimSchema({ type: 'object' }), text),
    ).toBeUndefined();
  });

  it('attaches errors of the clusters to fields, however deep', () => {
    expect(
      settingsErrors([
        { field: 'spec.parameters.a.b', message: 'One' },
        { field: 'spec.parameters', message: 'Two' },
        { field: 'spec.plan', message: 'Three' },
      ]),
    ).toEqual({ a: { b: { __errors: ['One'] } }, __errors: ['Two'] });
  });

  it('makes words of names', () => {
    expect(fieldTitle('idleInTransactionSessionTimeout')).toBe(
      'Idle in transaction session timeout',
    );
    expect(fieldTitle('trackIoTiming')).toBe('Track IO timing');
  });
});
