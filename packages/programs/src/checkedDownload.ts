/** Downloads of programs whose publisher also publishes checksums. */
import { existsSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { extract } from 'tar';
import type { Downloader } from './downloader';
import type { InstallMethod } from './installOnce';
import { reportElapsed } from './reportElapsed';
import type { ResolveOptions } from './resolveOptions';

/** A release file with a published checksum. */
export interface DownloadSource {
  url: string;
  /** A file with the SHA-256 alone, or with lines of a SHA-256 and a file name. */
  checksumUrl: string;
  /** The path inside the archive (tar, gzip); undefined when the file is the program itself. */
  member?: string;
}

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

/** The official download of a program. @param what - name in progress lines. */
export const checkedDownloadMethod = (
  source: DownloadSource,
  what: string,
  downloader: Downloader,
  options: ResolveOptions,
): InstallMethod => ({
  name: 'download',
  async install(target) {
    await download(source, target, what, downloader, options);
    await chmod(target, 0o755);
    options.onProgress?.(`${what}: downloaded, checksum verified`);
  },
});

async function download(
  source: DownloadSource,
  target: string,
  what: string,
  downloader: Downloader,
  { onProgress, signal }: ResolveOptions,
): Promise<void> {
  const file = basename(source.url);
  const expected = findChecksum(
    await downloader.text(source.checksumUrl, signal),
    file,
  );
  if (!expected)
    throw new Error(`${source.checksumUrl} has no checksum for ${file}`);
  const loaded = join(dirname(target), `${file}.download`);
  let percent = 0;
  const done = reportElapsed(`${what}: downloading`, onProgress, () =>
    percent ? `, ${percent} %` : '',
  );
  try {
    const actual = await downloader.file(source.url, loaded, {
      signal,
      onBytes: (bytes, total) => {
        percent = total ? Math.floor((bytes / total) * 100) : 0;
      },
    });
    if (actual !== expected) {
      throw new Error(
        `${source.url} has the checksum ${actual}, but ${expected} is published: the file was discarded`,
      );
    }
  } finally {
    done();
  }
  if (source.member) {
    await extract(
      {
        file: loaded,
        cwd: dirname(target),
        strip: source.member.split('/').length - 1,
      },
      [source.member],
    );
    if (!existsSync(target))
      throw new Error(`${source.url} has no ${source.member}`);
  } else {
    await rename(loaded, target);
  }
}
