import type { CredentialField } from './credentialField';
import { credentialFormats, credentialMask as mask } from './credentialFormats';

describe('credentialFormats', () => {
  const fields = [
    { key: 'host', value: 'db.test', secret: false },
    { key: 'valkey.password', value: `it's`, secret: true },
    { key: 'uri', value: 'rediss://u:p@db.test:6379/0', secret: true },
  ];

  const keyvalue = { binding: 'web', serviceType: 'keyvalue' };

  it('quotes values for the shell and converts dotted keys to variable names', () => {
    expect(credentialFormats(fields, keyvalue, true).env).toBe(
      [
        "KEYVALUE_HOST='db.test'",
        "KEYVALUE_VALKEY_PASSWORD='it'\\''s'",
        "KEYVALUE_URI='rediss://u:p@db.test:6379/0'",
      ].join('\n'),
    );
  });

  it('contains no secret while masked', () => {
    const masked = credentialFormats(fields, keyvalue, false);
    const all = Object.values(masked).join('\n');
    expect(all).not.toContain(`it's`);
    expect(all).not.toContain(':p@');
    expect(masked.uri).toBe(`rediss://u:${mask}@db.test:6379/0`);
  });

  const formsOf = (uri: string, shown = false) =>
    credentialFormats(
      [{ key: 'uri', value: uri, secret: true }],
      keyvalue,
      shown,
    );

  it.each([
    ['mongodb://u:p1@h/db?tls=true', `mongodb://u:${mask}@h/db?tls=true`],
    ['postgres://u:a@b:p1@h/db', `postgres://u:${mask}@h/db`],
    [
      'postgres://h/db?user=u&password=p1&sslmode=require',
      `postgres://h/db?user=${mask}&password=${mask}&sslmode=require`,
    ],
    ['redis://:p1@h:6379', `redis://:${mask}@h:6379`],
    ['nats://p1@h:4222', `nats://${mask}@h:4222`],
  ])('R21: masks %s except for parts without a secret', (uri, expected) => {
    expect(formsOf(uri).uri).toBe(expected);
  });

  it.each([
    'postgres://u:12/p1@h/db',
    'postgres://u:12?p1@h/db',
    'postgres://u:12#p1@h/db',
    'jdbc:postgresql://h/db?password=p1',
    'host=h password=p1',
    'postgres://u:p1@h1:5432,h2:5432/db',
    'amqp://h/;key=p1',
    'https://h/?p1',
    'https://h/?p1=',
  ])('R21: masks %s completely, because its parts are ambiguous', uri => {
    expect(formsOf(uri).uri).toBe(mask);
  });

  it('R21: omits the password from the psql command', () => {
    const uri = 'postgresql://u1:p1@h:5432/db?sslmode=require&sslpassword=p1';
    const command = "psql 'postgresql://u1@h:5432/db?sslmode=require'";
    const of = (text: string, shown = false) =>
      credentialFormats(
        [{ key: 'uri', value: text, secret: true }],
        { binding: 'web', serviceType: 'postgresql' },
        shown,
      );
    expect(of(uri).psql).toBe(command);
    expect(of(uri, true)).toMatchObject({ psql: command, uri });
    expect(of('postgres://h/db?password=p1').psql).toBe('psql postgres://h/db');
    expect(of('postgres://u:12/p1@h/db', true)).not.toHaveProperty('psql');
  });

  it('has the variables of libpq for PostgreSQL, and DATABASE_URL for databases', () => {
    const uri = 'postgresql://u1:p1@h:5432/db1?sslmode=require';
    const secret = (key: string, value: string) => ({
      key,
      value,
      secret: key === 'password' || key === 'uri',
    });
    const ofSecret = (shown: boolean, ...more: CredentialField[]) =>
      credentialFormats(
        [secret('host', 'h'), secret('name', 'db1'), ...more],
        { binding: 'web', serviceType: 'postgresql' },
        shown,
      ).clientEnv;
    expect(ofSecret(true)).toBe("PGHOST='h'\nPGDATABASE='db1'");
    const rest = [secret('password', 'p1'), secret('uri', uri)];
    expect(ofSecret(true, ...rest)).toBe(
      [
        "PGHOST='h'",
        "PGDATABASE='db1'",
        "PGPASSWORD='p1'",
        "PGSSLMODE='require'",
        `DATABASE_URL='${uri}'`,
      ].join('\n'),
    );
    expect(ofSecret(false, ...rest)).not.toContain('p1');
    const of = (serviceType: string) =>
      credentialFormats(fields, { binding: 'web', serviceType }, true);
    expect(of('mongodb').clientEnv).toBe(
      "DATABASE_URL='rediss://u:p@db.test:6379/0'",
    );
    expect(of('keyvalue')).not.toHaveProperty('clientEnv');
  });

  it('has the files of servicebinding.io, with the keys of the Secret and the type', () => {
    const extra = { key: 'cacrt', value: 'PEM', secret: false };
    const entries = credentialFormats(
      [...fields, extra, { ...extra, key: 'load_balanced_host', value: 'lb' }],
      keyvalue,
      false,
    ).serviceBinding;
    const root = '$SERVICE_BINDING_ROOT/web';
    expect(entries?.split('\n')).toEqual([
      `${root}/type: keyvalue`,
      `${root}/host: db.test`,
      `${root}/valkey.password: ${mask}`,
      `${root}/uri: ${mask}`,
      `${root}/cacrt: PEM`,
      `${root}/load_balanced_host: lb`,
    ]);
  });

  it('includes psql only for PostgreSQL, and a URI only when there is one', () => {
    expect(credentialFormats(fields, keyvalue, true)).not.toHaveProperty(
      'psql',
    );
    expect(
      credentialFormats(fields.slice(0, 1), keyvalue, true),
    ).not.toHaveProperty('uri');
  });
});
