import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { resolveAlertmanager } from './resolveAlertmanager';

describe('Alertmanager', () => {
  const temporaryDir = useTemporaryDirs();
  let bin: string;
  let module: string;
  beforeEach(() => {
    bin = temporaryDir();
    module = temporaryDir();
  });

  const fakeGo = (install: string) =>
    writeFileSync(
      join(bin, 'go'),
      `#!/bin/sh
case "$*" in
  'env GOVERSION') echo go1.26 ;;
  'env GOCACHE') echo ${bin}/cache ;;
  'mod download -json github.com/prometheus/alertmanager') echo '{"Dir": "${module}"}' ;;
  *'./cmd/alertmanager') ${install} ;;
  *) exit 1 ;;
esac
`,
      { mode: 0o755 },
    );
  const resolve = (cache: string) =>
    resolveAlertmanager({
      env: { KLUTCH_CACHE: cache, PATH: `${bin}:/usr/bin:/bin` },
    });

  it('is built once, in the sources of its module, with its version', async () => {
    fakeGo('echo "$PWD $*" > "$GOBIN/alertmanager"');
    const cache = temporaryDir();
    const file = await resolve(cache);
    const built = readFileSync(file, 'utf8');
    expect(built).toContain(module);
    expect(built).toContain('version.Version=0.28.1');

    fakeGo('exit 1');
    expect(await resolve(cache)).toBe(file);
  });

  it('that cannot be built is reported with what to install', async () => {
    fakeGo('echo no space; exit 1');
    await expect(resolve(temporaryDir())).rejects.toThrow(
      /Alertmanager v0\.28\.1 .*could not be found[^]*go install alertmanager failed \(code 1\): no space[^]*Install Go/,
    );
  });
});
