import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearerToken, tokenFile } from './credentials';

describe('tokenFile', () => {
  let dir: string;
  let file: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    file = join(dir, 'token');
    await writeFile(file, 'first\n');
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('reads the file again after a minute', async () => {
    let now = 1_000_000;
    const credentials = tokenFile(file, () => now);
    expect(await credentials.authorization()).toBe('Bearer first');
    await writeFile(file, 'second');
    now += 59_000;
    expect(await credentials.authorization()).toBe('Bearer first');
    now += 1_000;
    expect(await credentials.authorization()).toBe('Bearer second');
  });

  it('says after a refusal whether there is something new to try', async () => {
    const credentials = tokenFile(file);
    await credentials.authorization();
    expect(await credentials.refresh()).toBe(false);
    await writeFile(file, 'second');
    expect(await credentials.refresh()).toBe(true);
    expect(await credentials.authorization()).toBe('Bearer second');
  });

  it('names the file that cannot be read', async () => {
    const missing = join(dir, 'missing');
    await expect(tokenFile(missing).authorization()).rejects.toThrow(
      `The token file ${missing} cannot be read`,
    );
  });
});

describe('bearerToken', () => {
  it('has nothing new to try', async () => {
    const credentials = bearerToken('t');
    expect(await credentials.authorization()).toBe('Bearer t');
    expect(await credentials.refresh()).toBe(false);
  });
});
