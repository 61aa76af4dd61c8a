import { credentialFields } from './credentialFields';

const encode = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      Buffer.from(value).toString('base64'),
    ]),
  );

it('orders fields by use, and masks all except known non-secret fields', () => {
  const fields = credentialFields(
    encode({
      uri: 'postgres://u:p@h/db',
      password: 'p',
      brand_new: '?',
      username: 'u',
      'protocols.amqp_ssl.host': 'h',
      host: 'h',
    }),
  );
  expect(fields.map(({ key, secret }) => [key, secret])).toEqual([
    ['host', false],
    ['username', false],
    ['password', true],
    ['uri', true],
    ['brand_new', true],
    ['protocols.amqp_ssl.host', false],
  ]);
});

it('R21: masks a URL under any key, because it may hold a password', () => {
  const fields = credentialFields(
    encode({ hosts: 'amqp://u:p@h', host: 'h', path: '/x' }),
  );
  expect(fields.filter(({ secret }) => secret).map(({ key }) => key)).toEqual([
    'hosts',
  ]);
});

it('decodes any text', () => {
  expect(credentialFields(encode({ password: 'pä§$ß' }))[0]?.value).toBe(
    'pä§$ß',
  );
});
