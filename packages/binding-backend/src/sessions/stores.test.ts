import { randomUUID } from 'node:crypto';
import {
  startPostgresql,
  startSqlite,
  type TestDatabase,
} from '../testing/__testUtils__/databases';
import type { ExpiringStores } from './ExpiringStore';
import { knexStores, storesTable } from './knexStores';
import { memoryStores } from './memoryStores';

jest.setTimeout(60_000);

let time = 1_790_000_000_000;
const now = () => time;

interface Person {
  name: string;
  secret?: string;
}

interface Backend {
  /** The same stores in another replica; undefined for memory. */
  stores(): ExpiringStores;
  stop(): Promise<void>;
}

const inDatabase =
  (start: () => Promise<TestDatabase>) => async (): Promise<Backend> => {
    const database = await start();
    return {
      stores: () => knexStores(database.connect(), { now }),
      stop: database.stop,
    };
  };

const inMemory = async (): Promise<Backend> => {
  const stores = memoryStores({ now });
  return { stores: () => stores, stop: async () => {} };
};

describe.each([
  ['memory', inMemory],
  ['SQLite', inDatabase(startSqlite)],
  ['PostgreSQL', inDatabase(startPostgresql)],
])('stores in %s', (_, start) => {
  let backend: Backend;
  let replicas: ExpiringStores[];
  beforeAll(async () => {
    backend = await start();
    replicas = [backend.stores(), backend.stores()];
    // Concurrent first use: one replica creates the table, and neither fails.
    await Promise.all(
      replicas.map(stores => stores.of<Person>('first').get('nothing')),
    );
  });
  afterAll(() => backend.stop());

  const store = (kind: string, replica = 0) => {
    const stores = replicas[replica];
    if (!stores) throw new Error('there are two replicas');
    return stores.of<Person>(kind);
  };

  it('return stored values to all replicas', async () => {
    const id = randomUUID();
    await store('session').put(id, { name: 'alice' }, 1000);
    await expect(store('session', 1).get(id)).resolves.toEqual({
      name: 'alice',
    });
    await expect(store('session').get(id)).resolves.toEqual({ name: 'alice' });
  });

  it('return undefined for other ids and kinds', async () => {
    const id = randomUUID();
    await store('session').put(id, { name: 'alice' }, 1000);
    await expect(store('pickup').get(id)).resolves.toBeUndefined();
    await expect(store('pickup').take(id)).resolves.toBeUndefined();
    await expect(store('session').get(`${id} `)).resolves.toBeUndefined();
    await store('pickup').put(id, { name: 'bob' }, 1000);
    await expect(store('session').get(id)).resolves.toEqual({ name: 'alice' });
  });

  it('do not return expired values, neither by get nor by take', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await store('session').put(one, { name: 'alice' }, 1000);
    await store('session').put(two, { name: 'alice' }, 1000);
    time += 999;
    await expect(store('session').get(one)).resolves.toBeDefined();
    time += 1;
    await expect(store('session').get(one)).resolves.toBeUndefined();
    await expect(store('session').take(two)).resolves.toBeUndefined();
  });

  it('return a taken value only once, across replicas', async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const id = randomUUID();
      await store('handshake').put(id, { name: 'alice' }, 1000);
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_caller, index) =>
          store('handshake', index % 2).take(id),
        ),
      );
      expect(taken.filter(value => value !== undefined)).toEqual([
        { name: 'alice' },
      ]);
      await expect(store('handshake').get(id)).resolves.toBeUndefined();
    }
  });

  it('refuse a second value for an id, and do not repeat it in the error', async () => {
    const id = randomUUID();
    await store('session').put(id, { name: 'alice' }, 1000);
    const again = store('session').put(
      id,
      { name: 'mallory', secret: 'canary-value' },
      1000,
    );
    const error = await again.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(`${error}`).not.toMatch(/canary-value|mallory/);
    await expect(store('session').get(id)).resolves.toEqual({ name: 'alice' });
  });

  it('store a copy of the object', async () => {
    const id = randomUUID();
    const person = { name: 'alice' };
    await store('session').put(id, person, 1000);
    person.name = 'mallory';
    const found = await store('session').get(id);
    expect(found).toEqual({ name: 'alice' });
    if (found) found.name = 'mallory';
    await expect(store('session').get(id)).resolves.toEqual({ name: 'alice' });
  });
});

describe('stores in memory', () => {
  it('evict expired values first, then the oldest, never those of another kind', async () => {
    const stores = memoryStores({ now, maxValues: 3 });
    const handshakes = stores.of<number>('handshake');
    await stores.of<number>('session').put('s', 0, 1000);
    await handshakes.put('old', 1, 1000);
    await handshakes.put('ended', 2, 10);
    await handshakes.put('young', 3, 1000);
    time += 10;
    await handshakes.put('fourth', 4, 1000);
    await expect(handshakes.get('old')).resolves.toBe(1);
    await handshakes.put('fifth', 5, 1000);
    await expect(handshakes.get('old')).resolves.toBeUndefined();
    await expect(handshakes.get('young')).resolves.toBe(3);
    await expect(stores.of('session').get('s')).resolves.toBe(0);
  });
});

describe('stores in a database', () => {
  const started: TestDatabase[] = [];
  const connect = async () => {
    const database = await startSqlite();
    started.push(database);
    return database.connect();
  };
  afterEach(async () => {
    await Promise.all(started.splice(0).map(database => database.stop()));
  });

  it('store no ids', async () => {
    const knex = await connect();
    await knexStores(knex, { now })
      .of<Person>('session')
      .put('canary-id', { name: 'alice' }, 1000);
    const rows = await knex(storesTable);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('canary-id');
  });

  it('delete expired values', async () => {
    const knex = await connect();
    const store = knexStores(knex, { now }).of<number>('session');
    await store.put('short', 1, 10);
    await store.put('long', 2, 600_000);
    time += 60_000;
    await store.put('next', 3, 10);
    await expect(knex(storesTable)).resolves.toHaveLength(2);
  });

  it('work as soon as the database is available', async () => {
    const knex = await connect();
    const store = knexStores(knex, { now }).of<number>('session');
    const away = jest
      .spyOn(knex.schema.constructor.prototype, 'hasTable')
      .mockRejectedValueOnce(new Error('connection refused'));
    await expect(store.put('id', 1, 1000)).rejects.toThrow(
      'A query to the sign-in database failed',
    );
    away.mockRestore();
    await store.put('id', 1, 1000);
    await expect(store.get('id')).resolves.toBe(1);
  });
});
