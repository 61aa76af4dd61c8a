import { readFileSync } from 'node:fs';
import { useFakeGo } from '../testing/fakeGo';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { resolveAlertmanager } from './resolveAlertmanager';

describe('Alertmanager', () => {
  const temporaryDir = useTemporaryDirs();
  const go = useFakeGo('github.com/prometheus/alertmanager', 'alertmanager');
  const resolve = (cache: string) => resolveAlertmanager(go.options(cache));

  it('is built once, in the sources of its module, with its version', async () => {
    go.install('echo "$PWD $*" > "$GOBIN/alertmanager"');
    const cache = temporaryDir();
    const file = await resolve(cache);
    const built = readFileSync(file, 'utf8');
    expect(built).toContain(go.moduleFolder);
    expect(built).toContain('version.Version=0.28.1');

    go.install('exit 1');
    expect(await resolve(cache)).toBe(file);
  });

  it('that cannot be built is reported with what to install', async () => {
    go.install('echo no space; exit 1');
    await expect(resolve(temporaryDir())).rejects.toThrow(
      /Alertmanager v0\.28\.1 .*could not be found[^]*go install alertmanager failed \(code 1\): no space[^]*Install Go/,
    );
  });
});
