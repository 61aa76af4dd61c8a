/** The programs of a cluster, in versions that were tested together. */
import { dirname, join } from 'node:path';
import type { GoProgram } from '@klutch/programs';

/** Name of a program that `resolveBinary` can find. */
export type BinaryName =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kubectl'
  | 'crossplane'
  | 'crossplane2'
  | 'crank';

/** A source tree of programs, and the name of its Go module in this package's `go` folder. */
export type Family = 'kubernetes' | 'etcd' | CrossplaneFamily;

/** Major versions of Crossplane: 1, which the sandbox runs, and 2. */
export type CrossplaneFamily = 'crossplane' | 'crossplane2';

/** Versions, without a leading v. */
export const versions: Readonly<Record<Family, string>> = {
  kubernetes: '1.36.3',
  etcd: '3.6.11',
  crossplane: '1.20.13',
  crossplane2: '2.0.2',
};

/** Build data of a program. */
export interface Program {
  family: Family;
  /** Its main package. */
  goPackage: string;
  /** Name of the executable in releases and as Go writes it; default the name of the program. */
  executable?: string;
  /** Arguments for printing the version. */
  versionArgs: string[];
  /** Duration of a first build (2 cores, measured), for the progress line. */
  buildDuration: string;
  /** Disk space of a first build in Go's caches, in GiB (measured, rounded up); all together 5.4. */
  buildDiskGiB: number;
}

const kubernetes = (
  command: string,
  buildDuration: string,
  buildDiskGiB: number,
): Program => ({
  family: 'kubernetes',
  goPackage: `k8s.io/kubernetes/cmd/${command}`,
  versionArgs: command === 'kubectl' ? ['version', '--client'] : ['--version'],
  buildDuration,
  buildDiskGiB,
});

export const programs: Readonly<Record<BinaryName, Program>> = {
  etcd: {
    family: 'etcd',
    goPackage: '.',
    versionArgs: ['--version'],
    buildDuration: 'about 20 s',
    buildDiskGiB: 1,
  },
  'kube-apiserver': kubernetes('kube-apiserver', 'about 3 min', 3),
  'kube-controller-manager': kubernetes(
    'kube-controller-manager',
    'about 1 min',
    1,
  ),
  kubectl: kubernetes('kubectl', 'about 20 s', 2),
  crossplane: {
    family: 'crossplane',
    goPackage: 'github.com/crossplane/crossplane/cmd/crossplane',
    versionArgs: ['--version'],
    buildDuration: 'about 2 min',
    buildDiskGiB: 2,
  },
  crossplane2: {
    family: 'crossplane2',
    goPackage: 'github.com/crossplane/crossplane/v2/cmd/crossplane',
    executable: 'crossplane',
    versionArgs: ['--version'],
    buildDuration: 'about 2 min',
    buildDiskGiB: 2,
  },
  // Crossplane's command line, which builds packages.
  crank: {
    family: 'crossplane',
    goPackage: 'github.com/crossplane/crossplane/cmd/crank',
    versionArgs: ['version', '--client'],
    buildDuration: 'about 2 min',
    buildDiskGiB: 2,
  },
};

const versionVariables: Readonly<
  Record<Family, (version: string) => Record<string, string>>
> = {
  kubernetes: version => {
    const [major = '', minor = ''] = version.split('.');
    const variables = {
      gitVersion: `v${version}`,
      gitMajor: major,
      gitMinor: minor,
    };
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        `k8s.io/component-base/version.${name}`,
        value,
      ]),
    );
  },
  etcd: () => ({}),
  crossplane: version => ({
    'github.com/crossplane/crossplane/internal/version.version': `v${version}`,
  }),
  crossplane2: version => ({
    'github.com/crossplane/crossplane/v2/internal/version.version': `v${version}`,
  }),
};

/** The folder with the go.mod and go.sum of a family. */
export const moduleFolder = (family: Family): string =>
  join(
    dirname(require.resolve('@klutch/local-clusters/package.json')),
    'go',
    family,
  );

/** Name of a program's executable. */
export const executableOf = (name: BinaryName): string =>
  programs[name].executable ?? name;

/** How Go builds a program, with the version that the program reports. */
export function goProgram(name: BinaryName): GoProgram {
  const { family, goPackage, buildDiskGiB } = programs[name];
  const variables = Object.entries(versionVariables[family](versions[family]));
  return {
    name: executableOf(name),
    moduleFolder: moduleFolder(family),
    goPackage,
    linkerFlags: variables
      .map(([variable, value]) => `-X ${variable}=${value}`)
      .join(' '),
    buildDiskGiB,
  };
}
