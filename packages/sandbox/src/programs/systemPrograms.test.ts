import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  confirmOnTerminal,
  ensureProgram,
  postgresqlClient,
  type SystemProgram,
} from './systemPrograms';

const missing: SystemProgram = {
  title: 'Frobnicator 3',
  variable: 'KLUTCH_FROBNICATOR',
  debianPackage: 'frobnicator',
  homebrew: 'frobnicate',
  find: async () => undefined,
};

describe('a program of the system', () => {
  it('R32: is not installed without consent; the error has the install command', async () => {
    const asked: string[] = [];
    const progress: string[] = [];
    await expect(
      ensureProgram(missing, {
        onProgress: text => progress.push(text),
        mayRun: async command => {
          asked.push(command);
          return false;
        },
      }),
    ).rejects.toThrow(
      /Frobnicator 3 is missing\. Install it \((on Debian and Ubuntu: )?(sudo )?(apt-get install frobnicator|brew install frobnicate)\) or name it with KLUTCH_FROBNICATOR/,
    );
    expect(progress).toEqual([]);
    expect(asked.every(command => command.includes('frobnicator'))).toBe(true);
  });

  it('R32: does not ask without a terminal, and treats the missing answer as a refusal', async () => {
    const { isTTY } = process.stdin;
    process.stdin.isTTY = false;
    try {
      await expect(confirmOnTerminal('apt-get install x')).resolves.toBe(false);
    } finally {
      process.stdin.isTTY = isTTY;
    }
  });
});

describe("PostgreSQL's client", () => {
  const before = process.env.KLUTCH_PG_CLIENT_BIN;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'klutch-pg-'));
    process.env.KLUTCH_PG_CLIENT_BIN = folder;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (before === undefined) delete process.env.KLUTCH_PG_CLIENT_BIN;
    else process.env.KLUTCH_PG_CLIENT_BIN = before;
  });

  const put = (name: string) => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} (PostgreSQL) 99.1"\n`);
    chmodSync(file, 0o755);
    return file;
  };

  it('R32: is found as by the provider, both programs or none', async () => {
    const pgDump = put('pg_dump');
    await expect(postgresqlClient.find()).resolves.not.toBe(pgDump);
    put('pg_restore');
    await expect(postgresqlClient.find()).resolves.toBe(pgDump);
  });
});
