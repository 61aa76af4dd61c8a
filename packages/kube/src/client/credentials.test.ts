import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deferred, deferred } from '../wait';
import { bearerToken, tokenFile } from './credentials';

const first = { authorization: 'Bearer first' };
const second = { authorization: 'Bearer second' };

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
    const credentials = tokenFile(file, { now: () => now });
    expect(await credentials.current()).toEqual(first);
    await writeFile(file, 'second');
    now += 59_000;
    expect(await credentials.current()).toEqual(first);
    now += 1_000;
    expect(await credentials.current()).toEqual(second);
  });

  it('returns after a refusal whether there is a new token', async () => {
    const credentials = tokenFile(file);
    await credentials.current();
    expect(await credentials.refresh(first)).toBe(false);
    await writeFile(file, 'second');
    expect(await credentials.refresh(first)).toBe(true);
    expect(await credentials.current()).toEqual(second);
  });

  it('has a new token also for the second request that was refused with the old one', async () => {
    const credentials = tokenFile(file);
    await credentials.current();
    await writeFile(file, 'second');
    expect(
      await Promise.all([
        credentials.refresh(first),
        credentials.refresh(first),
      ]),
    ).toEqual([true, true]);
    expect(await credentials.refresh(first)).toBe(true);
  });

  it('names the file that cannot be read', async () => {
    const missing = join(dir, 'missing');
    await expect(tokenFile(missing).current()).rejects.toThrow(
      `The token file ${missing} cannot be read`,
    );
  });

  it('keeps its token while the file cannot be read', async () => {
    let now = 1_000_000;
    const credentials = tokenFile(file, { now: () => now });
    await credentials.current();
    await rm(file);
    now += 60_000;
    expect(await credentials.current()).toEqual(first);
    await writeFile(file, 'second');
    expect(await credentials.current()).toEqual(second);
  });

  it.each(['a\nsecret-word', 'a secret-word', 'ä-secret-word', '\u0000'])(
    'refuses the token %j without quoting it',
    async token => {
      await writeFile(file, token);
      const attempt = tokenFile(file).current();
      await expect(attempt).rejects.toThrow(
        `The token file ${file} holds characters that a token cannot have, such as spaces or line breaks`,
      );
      await expect(attempt).rejects.not.toThrow('secret-word');
    },
  );

  it('keeps its token while the file holds none', async () => {
    let now = 1_000_000;
    const credentials = tokenFile(file, { now: () => now });
    await credentials.current();
    await writeFile(file, 'two\nlines');
    now += 60_000;
    expect(await credentials.current()).toEqual(first);
  });

  it('refuses an empty token', async () => {
    await writeFile(file, '\n');
    await expect(tokenFile(file).current()).rejects.toThrow('is empty');
  });
});

describe('a token file that cannot be read to its end', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Reads of files that the test has not answered yet. */
  const slowFile = () => {
    const reads: Deferred<string>[] = [];
    const read = () => {
      const next = deferred<string>();
      reads.push(next);
      return next.promise;
    };
    return { reads, read };
  };

  it('has a time limit, and no concurrent reads', async () => {
    const { reads, read } = slowFile();
    const credentials = tokenFile('t', { read });
    const one = credentials.current();
    const two = credentials.current();
    jest.advanceTimersByTime(10_000);
    const message = 'The token file t could not be read within 10 s.';
    await expect(one).rejects.toThrow(message);
    await expect(two).rejects.toThrow(message);
    await expect(credentials.current()).rejects.toThrow(message);
    expect(reads).toHaveLength(1);
    reads[0]?.resolve('late');
    await jest.advanceTimersByTimeAsync(0);
    const third = credentials.current();
    reads[1]?.resolve('new');
    expect(await third).toEqual({ authorization: 'Bearer new' });
  });

  it('does not prevent the use of a cached token', async () => {
    let now = 0;
    const { reads, read } = slowFile();
    const credentials = tokenFile('t', { read, now: () => now });
    const one = credentials.current();
    reads[0]?.resolve('first');
    expect(await one).toEqual({ authorization: 'Bearer first' });
    now = 60_000;
    const two = credentials.current();
    jest.advanceTimersByTime(10_000);
    expect(await two).toEqual({ authorization: 'Bearer first' });
  });

  it('lets a caller abort', async () => {
    const credentials = tokenFile('t', slowFile());
    const stop = new AbortController();
    const waiting = [
      credentials.current(stop.signal),
      credentials.refresh({}, stop.signal),
    ];
    stop.abort(new Error('changed my mind'));
    for (const each of waiting) {
      await expect(each).rejects.toThrow('changed my mind');
    }
  });
});

describe('treats a pipe without a writer', () => {
  let dir: string;
  let pipe: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    pipe = join(dir, 'token');
    execFileSync('mkfifo', [pipe]);
  });
  afterEach(async () => {
    // A read that waits for a writer would keep this process from ending.
    const writer = await open(pipe, constants.O_RDWR + constants.O_NONBLOCK);
    await writer.close();
    await rm(dir, { recursive: true });
  });

  it('as an empty token file', async () => {
    await expect(tokenFile(pipe).current()).rejects.toThrow('is empty');
  });
});

describe('bearerToken', () => {
  it('has no other token after a refusal', async () => {
    const credentials = bearerToken('t');
    const credential = await credentials.current();
    expect(credential).toEqual({ authorization: 'Bearer t' });
    expect(await credentials.refresh(credential)).toBe(false);
  });
});
