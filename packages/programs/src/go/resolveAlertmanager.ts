/** Finds or builds Alertmanager, which groups and silences the alerts of Prometheus. */
import { dirname, join } from 'node:path';
import { cacheFolder, currentPlatform } from '../cacheFolder';
import { installOnce } from '../installOnce';
import type { ResolveOptions } from '../resolveOptions';
import { buildWithGo, goBuildMethod, goModuleFolder } from './goBuild';

const VERSION = '0.28.1';
const MODULE = 'github.com/prometheus/alertmanager';

/** Pins the module, whose own go.sum pins its dependencies. */
const pinFolder = () =>
  join(
    dirname(require.resolve('@klutch/programs/package.json')),
    'go',
    'alertmanager',
  );

/**
 * Returns the path of `alertmanager`. The first use on a machine builds it: Debian's program runs only where its
 * package is installed.
 *
 * @throws Error that says what to install when Go is missing or the build fails.
 */
export async function resolveAlertmanager(
  options: ResolveOptions = {},
): Promise<string> {
  const { os, arch } = currentPlatform();
  const what = `Alertmanager v${VERSION} (${os}/${arch})`;
  const target = join(
    cacheFolder(options.env),
    `alertmanager-v${VERSION}`,
    `${os}-${arch}`,
    'alertmanager',
  );
  const build = async (file: string) =>
    buildWithGo(
      {
        name: 'alertmanager',
        moduleFolder: await goModuleFolder(MODULE, pinFolder(), options),
        goPackage: './cmd/alertmanager',
        linkerFlags: `-X github.com/prometheus/common/version.Version=${VERSION}`,
        buildDiskGiB: 1,
      },
      file,
      options,
    );
  return installOnce({
    what,
    target,
    methods: [goBuildMethod(build, what, 'about 3 min', options)],
    alreadyTried: [`cache: not in ${target}`],
    hint: 'Install Go 1.21 or later (https://go.dev/dl), which fetches the version that Alertmanager needs.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
