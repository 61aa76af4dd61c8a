/** URLs of the official releases and of their checksums. */
import type { Platform } from './cacheFolder';
import { versions, type BinaryName } from './programs';

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

/** A release file with a published checksum. */
export interface DownloadSource {
  url: string;
  /** A file with the SHA-256 alone, or with lines of a SHA-256 and a file name. */
  checksumUrl: string;
  /** The path inside the archive (tar, gzip); undefined when the file is the program itself. */
  member?: string;
}

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
  if (name === 'crossplane') {
    const url = `${hosts.crossplane}/v${versions.crossplane}/bin/${os}_${arch}/crossplane`;
    return { url, checksumUrl: `${url}.sha256` };
  }
  // Kubernetes publishes its servers for Linux only.
  if (name !== 'kubectl' && os !== 'linux') return undefined;
  const url = `${hosts.kubernetes}/release/v${versions.kubernetes}/bin/${os}/${arch}/${name}`;
  return { url, checksumUrl: `${url}.sha256` };
}

/** The source archive of Crossplane, which contains the CRDs. */
export const crossplaneSourceArchive = (
  hosts: DownloadHosts = officialHosts,
): string => `${hosts.crossplaneSources}/v${versions.crossplane}.tar.gz`;

/** Finds the SHA-256 of a file in a published checksum file; `undefined` when the file is not listed. */
export function findChecksum(
  text: string,
  fileName: string,
): string | undefined {
  const lines = text.trim().split('\n');
  const only =
    lines.length === 1 ? /^[0-9a-f]{64}$/i.exec(lines[0]?.trim() ?? '') : null;
  if (only) return only[0].toLowerCase();
  for (const line of lines) {
    const match = /^([0-9a-f]{64})\s+\*?(.+)$/i.exec(line.trim());
    if (match?.[1] && match[2]?.split('/').pop() === fileName)
      return match[1].toLowerCase();
  }
  return undefined;
}
