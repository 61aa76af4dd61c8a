/** Finds or builds Helm, with which tests render our charts. */
import type { ResolveOptions } from '../resolveOptions';
import { buildWithGo, goModuleFolder } from './goBuild';
import { pinFolder, resolveGoProgram } from './resolveGoProgram';

const name = 'helm';
const version = '3.18.4';

/**
 * Returns the path of `helm`. The first use on a machine builds it.
 *
 * @throws Error that says what to install when Go is missing or the build fails.
 */
export const resolveHelm = (options: ResolveOptions = {}): Promise<string> =>
  resolveGoProgram(
    {
      name,
      title: 'Helm',
      version,
      build: async target =>
        buildWithGo(
          {
            name,
            moduleFolder: await goModuleFolder(
              'helm.sh/helm/v3',
              pinFolder(name),
              options,
            ),
            goPackage: './cmd/helm',
            linkerFlags: `-X helm.sh/helm/v3/internal/version.version=v${version}`,
            buildDiskGiB: 1,
          },
          target,
          options,
        ),
    },
    options,
  );
