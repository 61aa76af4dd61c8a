import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../testing/eventually';
import { followFiles } from './followFiles';

let dir: string;
let stop: AbortController;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await rm(dir, { recursive: true });
});

it('detects a change between the check and the start of watching', async () => {
  const file = join(dir, 'file');
  await writeFile(file, 'one');
  const seen: string[] = [];
  followFiles({
    async reload() {
      seen.push(await readFile(file, 'utf8'));
      // The directory is not watched yet.
      if (seen.length === 1) await writeFile(file, 'two');
      return [file];
    },
    signal: stop.signal,
    pollMs: 3_600_000,
  });
  await eventually('the change is detected', () => seen.includes('two'));
  expect(seen[0]).toBe('one');
});
