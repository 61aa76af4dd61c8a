import { downloadSource } from './downloadSources';

const linux = { os: 'linux', arch: 'amd64' };

describe('official downloads', () => {
  it("have the URLs of the projects' releases", () => {
    expect(downloadSource('kube-apiserver', linux)).toEqual({
      url: 'https://dl.k8s.io/release/v1.36.3/bin/linux/amd64/kube-apiserver',
      checksumUrl:
        'https://dl.k8s.io/release/v1.36.3/bin/linux/amd64/kube-apiserver.sha256',
    });
    expect(downloadSource('etcd', linux)).toEqual({
      url: 'https://github.com/etcd-io/etcd/releases/download/v3.6.11/etcd-v3.6.11-linux-amd64.tar.gz',
      checksumUrl:
        'https://github.com/etcd-io/etcd/releases/download/v3.6.11/SHA256SUMS',
      member: 'etcd-v3.6.11-linux-amd64/etcd',
    });
    expect(downloadSource('crossplane', linux)?.url).toBe(
      'https://releases.crossplane.io/stable/v1.20.13/bin/linux_amd64/crossplane',
    );
    expect(downloadSource('crossplane2', linux)?.url).toBe(
      'https://releases.crossplane.io/stable/v2.0.2/bin/linux_amd64/crossplane',
    );
  });

  it('do not exist for servers on macOS, nor for other systems', () => {
    const mac = { os: 'darwin', arch: 'arm64' };
    expect(downloadSource('kubectl', mac)?.url).toContain('/darwin/arm64/');
    expect(downloadSource('kube-apiserver', mac)).toBeUndefined();
    expect(downloadSource('etcd', mac)).toBeUndefined();
    expect(
      downloadSource('kubectl', { os: 'freebsd', arch: 'amd64' }),
    ).toBeUndefined();
  });
});
