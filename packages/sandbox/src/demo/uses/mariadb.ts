import { createConnection } from 'mysql2/promise';
import type { Credentials, ServiceUse } from './ServiceUse';

async function query(
  { host, port, username, password, name, cacrt }: Credentials,
  sql: string,
): Promise<unknown> {
  const connection = await createConnection({
    host,
    port: Number(port),
    user: username,
    password,
    database: name,
    ssl: { ca: cacrt },
  });
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

export const mariadb: ServiceUse = {
  type: 'mariadb',
  plural: 'mariadbinstances',
  service: 'a9s-mariadb1011',
  plan: 'mariadb-single-nano-ssl',
  hasBackups: true,
  async write(credentials) {
    await query(credentials, 'CREATE TABLE orders (id int, item text)');
    await query(credentials, `INSERT INTO orders VALUES (1, 'first order')`);
  },
  async has(credentials) {
    const rows = await query(credentials, 'SELECT item FROM orders');
    return Array.isArray(rows) && rows.length === 1;
  },
  async remove(credentials) {
    await query(credentials, 'DELETE FROM orders');
  },
};
