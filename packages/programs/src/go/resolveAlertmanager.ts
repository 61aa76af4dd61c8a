/** Finds or builds Alertmanager, which groups and silences the alerts of Prometheus. */
import type { ResolveOptions } from '../resolveOptions';
import { buildWithGo, goModuleFolder } from './goBuild';
import { pinFolder, resolveGoProgram } from './resolveGoProgram';

const name = 'alertmanager';
const version = '0.28.1';

/**
 * Returns the path of `alertmanager`. The first use on a machine builds it: Debian's program runs only where its
 * package is installed.
 *
 * @throws Error that says what to install when Go is missing or the build fails.
 */
export const resolveAlertmanager = (
  options: ResolveOptions = {},
): Promise<string> =>
  resolveGoProgram(
    {
      name,
      title: 'Alertmanager',
      version,
      build: async target =>
        buildWithGo(
          {
            name,
            moduleFolder: await goModuleFolder(
              'github.com/prometheus/alertmanager',
              pinFolder(name),
              options,
            ),
            goPackage: './cmd/alertmanager',
            linkerFlags: `-X github.com/prometheus/common/version.Version=${version}`,
            buildDiskGiB: 1,
          },
          target,
          options,
        ),
    },
    options,
  );
