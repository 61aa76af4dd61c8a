/** URLs of the official releases and of their checksums. */
import type { DownloadSource, Platform } from '@klutch/programs';
import {
  executableOf,
  programs,
  versions,
  type BinaryName,
  type CrossplaneFamily,
} from './programs';

/** Base URLs of the official downloads; tests replace these with a local server. */
export interface DownloadHosts {
  kubernetes: string;
  etcd: string;
  crossplane: string;
  crossplaneSources: string;
}

export const officialHosts: DownloadHosts = {
  kubernetes: 'https://dl.k8s.io',
  etcd: 'https://github.com/etcd-io/etcd/releases/download',
  crossplane: 'https://releases.crossplane.io/stable',
  crossplaneSources:
    'https://github.com/crossplane/crossplane/archive/refs/tags',
};

/** Source of a program for a platform; `undefined` when no release exists. */
export function downloadSource(
  name: BinaryName,
  { os, arch }: Platform,
  hosts: DownloadHosts = officialHosts,
): DownloadSource | undefined {
  if (os !== 'linux' && os !== 'darwin') return undefined;
  if (name === 'etcd') {
    // Other systems get a zip archive, so the program is built with Go instead.
    if (os !== 'linux') return undefined;
    const root = `${hosts.etcd}/v${versions.etcd}`;
    const folder = `etcd-v${versions.etcd}-${os}-${arch}`;
    return {
      url: `${root}/${folder}.tar.gz`,
      checksumUrl: `${root}/SHA256SUMS`,
      member: `${folder}/etcd`,
    };
  }
  const { family } = programs[name];
  if (family === 'crossplane' || family === 'crossplane2') {
    const url = `${hosts.crossplane}/v${versions[family]}/bin/${os}_${arch}/${executableOf(name)}`;
    return { url, checksumUrl: `${url}.sha256` };
  }
  // Kubernetes publishes its servers for Linux only.
  if (name !== 'kubectl' && os !== 'linux') return undefined;
  const url = `${hosts.kubernetes}/release/v${versions.kubernetes}/bin/${os}/${arch}/${name}`;
  return { url, checksumUrl: `${url}.sha256` };
}

/** The source archive of Crossplane, which contains the CRDs. */
export const crossplaneSourceArchive = (
  family: CrossplaneFamily,
  hosts: DownloadHosts = officialHosts,
): string => `${hosts.crossplaneSources}/v${versions[family]}.tar.gz`;
