/** An npm registry on loopback that serves tarballs of this repository's packages. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';

/** Package managers refuse versions that are younger than their minimal age. */
const PUBLISHED = '2020-01-01T00:00:00.000Z';

interface Manifest {
  name: string;
  version: string;
}

interface Package {
  manifest: Manifest;
  file: string;
  content: Buffer;
}

async function readPackage(folder: string, file: string): Promise<Package> {
  const path = join(folder, file);
  const { stdout } = await execa('tar', [
    '-xzOf',
    path,
    'package/package.json',
  ]);
  return {
    manifest: JSON.parse(stdout) as Manifest,
    file,
    content: await readFile(path),
  };
}

/** The document that npm and yarn request for a package. */
function toPackument({ manifest, file, content }: Package, url: string) {
  const { name, version } = manifest;
  const integrity = createHash('sha512').update(content).digest('base64');
  return {
    name,
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        ...manifest,
        dist: {
          tarball: `${url}/-/${encodeURIComponent(file)}`,
          integrity: `sha512-${integrity}`,
        },
      },
    },
    time: { created: PUBLISHED, modified: PUBLISHED, [version]: PUBLISHED },
  };
}

export class PackageRegistry {
  private constructor(
    private readonly server: Server,
    /** Names of the served packages. */
    readonly names: string[],
  ) {}

  /**
   * Serves all tarballs of a folder until `stop`.
   *
   * @throws when a tarball has no `package.json`
   */
  static async start(folder: string): Promise<PackageRegistry> {
    const files = (await readdir(folder)).filter(name => name.endsWith('.tgz'));
    const packages = await Promise.all(
      files.map(file => readPackage(folder, file)),
    );
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '').slice(1);
      const tarball = packages.find(({ file }) => path === `-/${file}`);
      const named = packages.find(({ manifest }) => manifest.name === path);
      if (tarball) response.end(tarball.content);
      else if (named) {
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify(toPackument(named, `http://${request.headers.host}`)),
        );
      } else response.writeHead(404).end('{}');
    });
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new PackageRegistry(
      server,
      packages.map(({ manifest }) => manifest.name),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => {
      this.server.close(resolve);
    });
  }
}
