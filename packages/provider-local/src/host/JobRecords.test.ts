import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { JobRecords } from './JobRecords';

interface Job {
  id: string;
  state: string;
}

describe('a record that cannot be written', () => {
  let folder: string;
  let records: JobRecords<Job>;
  const errors: unknown[] = [];
  const file = () => join(folder, 'a.json');
  const written = async (): Promise<Job> =>
    JSON.parse(await readFile(file(), 'utf8'));

  beforeEach(async () => {
    folder = await temporaryFolder();
    errors.length = 0;
    records = new JobRecords<Job>({
      folder,
      idOf: ({ id }) => id,
      onChange: () => {},
      onError: (_, error) => errors.push(error),
    });
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    // A file cannot replace a folder.
    await mkdir(file());
    records.add({ id: 'a', state: 'running' });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await removeFolder(folder);
  });

  it('is kept in memory, and the error is reported', () => {
    expect(records.get('a')).toEqual({ id: 'a', state: 'running' });
    expect(errors).toHaveLength(1);
  });

  it('is written later', async () => {
    await rm(file(), { recursive: true });
    jest.advanceTimersByTime(5_000);
    expect(await written()).toEqual({ id: 'a', state: 'running' });
  });

  it('is written with the next change of another one', async () => {
    await rm(file(), { recursive: true });
    records.add({ id: 'b', state: 'queued' });
    expect(await written()).toEqual({ id: 'a', state: 'running' });
  });

  it('that was deleted stays deleted, whatever its job reports', async () => {
    const record = records.get('a') as Job;
    await rm(file(), { recursive: true });
    await records.delete('a');
    records.save(record, { state: 'failed' });
    expect(records.get('a')).toBeUndefined();
    await expect(written()).rejects.toThrow(/ENOENT/);
  });

  it('is not written after it was deleted', async () => {
    await rm(file(), { recursive: true });
    await records.delete('a');
    jest.advanceTimersByTime(5_000);
    await expect(written()).rejects.toThrow(/ENOENT/);
  });
});
