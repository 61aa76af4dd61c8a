/**
 * The programs a cluster consists of, and the versions that were tested together.
 */

/** Name of a program that {@link resolveBinary} finds. */
export type BinaryName =
  | 'etcd'
  | 'kube-apiserver'
  | 'kube-controller-manager'
  | 'kubectl'
  | 'crossplane';

/** Versions without a leading v. */
export const versions = {
  kubernetes: '1.36.3',
  etcd: '3.6.11',
  crossplane: '1.20.13',
} as const;

/** What belongs to a program: the source tree it comes from, and how long a first build takes (2 cores, measured). */
export interface BinaryInfo {
  family: keyof typeof versions;
  /** Go package that is its main package. */
  goPackage: string;
  buildTakes: string;
}

export const binaries: Record<BinaryName, BinaryInfo> = {
  etcd: { family: 'etcd', goPackage: '.', buildTakes: 'about 20 s' },
  'kube-apiserver': {
    family: 'kubernetes',
    goPackage: 'k8s.io/kubernetes/cmd/kube-apiserver',
    buildTakes: 'about 3 min',
  },
  'kube-controller-manager': {
    family: 'kubernetes',
    goPackage: 'k8s.io/kubernetes/cmd/kube-controller-manager',
    buildTakes: 'about 1 min',
  },
  kubectl: {
    family: 'kubernetes',
    goPackage: 'k8s.io/kubernetes/cmd/kubectl',
    buildTakes: 'about 20 s',
  },
  crossplane: {
    family: 'crossplane',
    goPackage: 'github.com/crossplane/crossplane/cmd/crossplane',
    buildTakes: 'about 2 min',
  },
};
