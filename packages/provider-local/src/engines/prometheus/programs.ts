/** Finds the programs: Prometheus and Alertmanager. The Graphite exporter is a program of this package. */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { resolveAlertmanager } from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../errors';
import { reachableFolder } from '../../host/reachableFolder';
import { findServerPrograms } from '../../host/serverPrograms';
import { ProgramSearch } from '../../host/ServiceEngine';

export interface PrometheusPrograms {
  /** Absolute paths. */
  prometheus: string;
  promtool: string;
  alertmanager: string;
  node: string;
  /** Arguments with the paths of Prometheus' files. */
  prometheusArguments: string[];
  /** In addition to the usual environment. */
  env: Record<string, string>;
  /** Source of the Graphite exporter. */
  graphiteExporter: string;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Whether a version is that or newer, of the first two numbers. */
const atLeast = (major: number, minor: number) => (version: string) => {
  const [first = 0, second = 0] = version.split('.').map(Number);
  return first > major || (first === major && second >= minor);
};

const findPrometheus = (search: ProgramSearch) =>
  findServerPrograms(
    search,
    [
      {
        title: 'Prometheus 2.24 or newer',
        programs: ['prometheus', 'promtool'],
        // The first version with passwords.
        accepts: atLeast(2, 24),
        formulas: ['prometheus'],
        // jQuery is a part of the pages; systems often have it, and then it is not among the dependencies.
        packages: ['prometheus', 'libjs-jquery'],
      },
    ],
    'Install prometheus.',
  );

/** Programs of the system; those of Debian's package run only where the package is installed. */
async function alertmanagerOfSystem(search: ProgramSearch): Promise<string> {
  const names = ['alertmanager', 'prometheus-alertmanager'] as const;
  const { programs } = await findServerPrograms<(typeof names)[number]>(
    search,
    names.map(name => ({
      title: 'Alertmanager 0.22 or newer',
      programs: [name],
      // The first version with passwords.
      accepts: atLeast(0, 22),
      formulas: ['alertmanager'],
      packages: [],
    })),
    'Install prometheus-alertmanager.',
  );
  return Object.values(programs)[0] ?? '';
}

async function builtAlertmanager({
  runAs,
  folder,
  onProgress,
}: ProgramSearch): Promise<string> {
  const file = await resolveAlertmanager({ onProgress });
  const root = dirname(file);
  const reachable = await reachableFolder(runAs, root, {
    copies: folder,
    version: basename(dirname(root)),
  });
  return join(reachable, basename(file));
}

async function findAlertmanager(search: ProgramSearch): Promise<string> {
  try {
    return await alertmanagerOfSystem(search);
  } catch {
    // Built instead.
  }
  try {
    return await builtAlertmanager(search);
  } catch (error) {
    throw new ServiceError(
      `This machine has no Alertmanager. Install prometheus-alertmanager (Debian, Ubuntu), alertmanager (others), or Go 1.21 or later. ${errorMessage(error)}`,
      { retry: true },
    );
  }
}

/** The Node.js of this process, in a folder where the servers' user can run it. */
async function reachableNode({ runAs, folder }: ProgramSearch) {
  const { execPath, version } = process;
  const root = await reachableFolder(runAs, dirname(execPath), {
    copies: folder,
    version: `node-${version}`,
  });
  return join(root, basename(execPath));
}

/** Debian's build has its pages in a folder instead of the program. */
async function argumentsFor(prefix: string): Promise<string[]> {
  const share = join(prefix, 'share', 'prometheus');
  const folders = {
    'web.console.libraries': 'console_libraries',
    'web.console.templates': 'consoles',
    'web.local-assets': 'web',
  };
  const found = await Promise.all(
    Object.entries(folders).map(async ([flag, name]) =>
      (await exists(join(share, name)))
        ? [`--${flag}=${join(share, name)}`]
        : [],
    ),
  );
  return found.flat();
}

const exporterFile = () =>
  join(
    dirname(require.resolve('@klutch/provider-local/package.json')),
    'graphite-exporter',
    'exporter.cjs',
  );

/** Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<PrometheusPrograms> {
  const { programs, prefix, env } = await findPrometheus(search);
  return {
    ...programs,
    alertmanager: await findAlertmanager(search),
    node: await reachableNode(search),
    prometheusArguments: await argumentsFor(prefix),
    env,
    graphiteExporter: await readFile(exporterFile(), 'utf8'),
  };
}
