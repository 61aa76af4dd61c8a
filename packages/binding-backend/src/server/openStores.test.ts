import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingLogger } from '../testing/__testUtils__/browser';
import {
  startPostgresql,
  type ServedDatabase,
} from '../testing/__testUtils__/databases';
import { openStores, type OpenStores } from './openStores';

jest.setTimeout(60_000);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const logger = recordingLogger([]);

describe('a configured database', () => {
  it('is refused at startup when its connection string is missing', () => {
    const postgres = { env: 'KLUTCH_NOT_SET' };
    expect(() => openStores({ postgres }, logger)).toThrow(
      'The environment variable KLUTCH_NOT_SET is empty',
    );
  });

  describe('that is available', () => {
    let served: ServedDatabase;
    beforeAll(async () => {
      served = await startPostgresql();
    });
    afterAll(() => served?.stop());

    it('stores values, and is replaced when its file changes', async () => {
      const file = join(folder, 'served');
      writeFileSync(file, served.uri);
      const { close, stores } = openStores({ postgres: { file } }, logger);
      const store = stores.of<string>('test');
      await store.put('id', 'kept', 60_000);
      expect(await store.get('id')).toBe('kept');
      writeFileSync(file, 'postgres://user:canary@127.0.0.1:1/sign-ins');
      await expect(store.get('id')).rejects.toThrow('ECONNREFUSED');
      writeFileSync(file, served.uri);
      expect(await store.get('id')).toBe('kept');
      await close();
    });
  });

  describe('that is unavailable', () => {
    const file = () => join(folder, 'url');
    const put = () =>
      writeFileSync(file(), 'postgres://user:canary@127.0.0.1:1/sign-ins');
    let opened: OpenStores;
    beforeEach(() => {
      put();
      opened = openStores({ postgres: { file: file() } }, logger);
    });
    afterEach(() => opened.close());
    const ask = () => opened.stores.of('test').get('id');

    it('is reported with an error message, without logs of the library', async () => {
      const printed = (['log', 'warn', 'error'] as const).map(name =>
        jest.spyOn(console, name).mockImplementation(),
      );
      await expect(ask()).rejects.toThrow('sign-in database failed (ECONNREF');
      for (const print of printed) {
        expect(print).not.toHaveBeenCalled();
        print.mockRestore();
      }
    });

    it('is connected to at the current address in its file', async () => {
      await expect(ask()).rejects.toThrow('ECONNREFUSED');
      rmSync(file());
      await expect(ask()).rejects.toThrow(`The file ${file()} cannot be read`);
      put();
      await expect(ask()).rejects.toThrow('ECONNREFUSED');
    });
  });
});
