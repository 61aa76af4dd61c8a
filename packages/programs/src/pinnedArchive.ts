/** Release archives (tar, gzip) with a pinned checksum, so that any source can be used. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import type { Downloader } from './downloader';
import type { InstallMethod } from './installOnce';
import { whileReportingElapsed } from './reportElapsed';
import type { ResolveOptions } from './resolveOptions';

/** An archive that contains one folder. */
export interface PinnedArchive {
  url: string;
  sha256: string;
}

/**
 * Extracts the archive's only folder as `target`.
 *
 * @throws Error when the checksum differs from the pinned one.
 */
export async function extractPinned(
  file: string,
  { sha256 }: Pick<PinnedArchive, 'sha256'>,
  target: string,
): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest('hex');
  if (actual !== sha256) {
    throw new Error(
      `${basename(file)} has the checksum ${actual}, but ${sha256} is expected: the file was discarded`,
    );
  }
  await mkdir(target);
  await extract({ file, cwd: target, strip: 1 });
}

/** The official download. @param what - name in progress lines. */
export const pinnedDownloadMethod = (
  archive: PinnedArchive,
  what: string,
  downloader: Downloader,
  { onProgress, signal }: ResolveOptions,
): InstallMethod => ({
  name: 'download',
  async install(target) {
    const file = join(dirname(target), basename(archive.url));
    await whileReportingElapsed(`${what}: downloading`, onProgress, () =>
      downloader.file(archive.url, file, { signal }),
    );
    await extractPinned(file, archive, target);
  },
});
