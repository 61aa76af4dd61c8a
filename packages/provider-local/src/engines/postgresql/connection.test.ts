import { connectionOf } from './connection';
import { bindingRole, databaseName } from './server/names';

describe('credentials', () => {
  it('have exactly the keys of a9s', () => {
    const { secret, addresses } = connectionOf({
      port: 4242,
      database: 'd1',
      username: 'b1',
      password: 'p',
    });
    expect(secret).toEqual({
      host: '127.0.0.1',
      hosts: '[127.0.0.1]',
      name: 'd1',
      password: 'p',
      port: '4242',
      uri: 'postgres://b1:p@127.0.0.1:4242/d1',
      username: 'b1',
    });
    expect(addresses).toEqual([
      { host: '127.0.0.1', port: 4242, label: 'SQL', database: 'd1' },
    ]);
  });

  it('contain the CA on plans with TLS', () => {
    const { secret } = connectionOf({
      port: 1,
      database: 'd',
      username: 'b',
      password: 'p',
      caCertificate: 'PEM',
    });
    expect(Object.keys(secret).sort()).toEqual([
      'cacrt',
      'host',
      'hosts',
      'name',
      'password',
      'port',
      'uri',
      'username',
    ]);
  });

  it("name roles and databases within PostgreSQL's limits", () => {
    const id = '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11';
    expect(bindingRole(id)).toBe('b0f6b8a562a514b539d3e2f6f4f3f7f11');
    expect(databaseName(`${id}-1781000000`)).toBe('d0f6b8a562a51');
  });
});
