import { Client } from 'pg';
import type { Credentials, ServiceUse } from './ServiceUse';

async function query({ uri }: Credentials, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: uri });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export const postgresql: ServiceUse = {
  type: 'postgresql',
  plural: 'postgresqlinstances',
  service: 'a9s-postgresql15',
  plan: 'postgresql-single-nano',
  hasBackups: true,
  async write(credentials) {
    await query(credentials, 'CREATE TABLE orders (id int, item text)');
    await query(credentials, `INSERT INTO orders VALUES (1, 'first order')`);
  },
  has: async credentials =>
    (await query(credentials, 'SELECT item FROM orders')).length === 1,
  async remove(credentials) {
    await query(credentials, 'DELETE FROM orders');
  },
};
