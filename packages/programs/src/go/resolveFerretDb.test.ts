import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useFakeGo } from '../testing/fakeGo';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { resolveFerretDb } from './resolveFerretDb';

describe('FerretDB', () => {
  const temporaryDir = useTemporaryDirs();
  const go = useFakeGo('github.com/FerretDB/FerretDB', 'ferretdb');
  const resolve = (cache: string) => resolveFerretDb(go.options(cache));
  const versionFolder = () => join(go.moduleFolder, 'build', 'version');
  beforeEach(() => {
    mkdirSync(versionFolder(), { recursive: true });
    chmodSync(versionFolder(), 0o555);
  });

  it('is built once, from a copy of its module with its version', async () => {
    go.install('cp build/version/version.txt "$GOBIN/ferretdb"');
    const cache = temporaryDir();
    const file = await resolve(cache);
    expect(readFileSync(file, 'utf8')).toBe('v1.24.2');
    expect(readdirSync(dirname(file))).toEqual(['ferretdb']);
    expect(readdirSync(versionFolder())).toEqual([]);

    go.install('exit 1');
    expect(await resolve(cache)).toBe(file);
  });

  it('that cannot be built is reported with what to install', async () => {
    go.install('echo no space; exit 1');
    await expect(resolve(temporaryDir())).rejects.toThrow(
      /FerretDB v1\.24\.2 .*could not be found[^]*go install ferretdb failed \(code 1\): no space[^]*Install Go/,
    );
  });
});
