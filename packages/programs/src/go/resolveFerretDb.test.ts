import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { resolveFerretDb } from './resolveFerretDb';

describe('FerretDB', () => {
  const temporaryDir = useTemporaryDirs();
  let bin: string;
  let module: string;
  beforeEach(() => {
    bin = temporaryDir();
    module = temporaryDir();
    mkdirSync(join(module, 'build', 'version'), { recursive: true });
    chmodSync(join(module, 'build', 'version'), 0o555);
  });

  /** A Go whose programs consist of the version that FerretDB's sources name. */
  const fakeGo = (install: string) =>
    writeFileSync(
      join(bin, 'go'),
      `#!/bin/sh
case "$*" in
  'env GOVERSION') echo go1.26 ;;
  'env GOCACHE') echo ${bin}/cache ;;
  'mod download -json github.com/FerretDB/FerretDB') echo '{"Dir": "${module}"}' ;;
  *'./cmd/ferretdb') ${install} ;;
  *) exit 1 ;;
esac
`,
      { mode: 0o755 },
    );
  const resolve = (cache: string) =>
    resolveFerretDb({
      env: { KLUTCH_CACHE: cache, PATH: `${bin}:/usr/bin:/bin` },
    });

  it('is built once, from a copy of its module with its version', async () => {
    fakeGo('cp build/version/version.txt "$GOBIN/ferretdb"');
    const cache = temporaryDir();
    const file = await resolve(cache);
    expect(readFileSync(file, 'utf8')).toBe('v1.24.2');
    expect(readdirSync(dirname(file))).toEqual(['ferretdb']);
    expect(readdirSync(join(module, 'build', 'version'))).toEqual([]);

    fakeGo('exit 1');
    expect(await resolve(cache)).toBe(file);
  });

  it('that cannot be built is reported with what to install', async () => {
    fakeGo('echo no space; exit 1');
    await expect(resolve(temporaryDir())).rejects.toThrow(
      /FerretDB v1\.24\.2 .*could not be found[^]*go install ferretdb failed \(code 1\): no space[^]*Install Go/,
    );
  });
});
