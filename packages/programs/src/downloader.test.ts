import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  truncate,
  truncateOnce,
  hang,
  redirect,
  sha256,
  stall,
  startFileServer,
  type FileServer,
  unavailableAtFirst,
} from './testing/fileServer';
import { useTemporaryDirs } from './testing/temporaryDir';
import { createDownloader } from './downloader';

const CONTENT = Buffer.alloc(300_000, 'klutch');

describe('a download', () => {
  const temporaryDir = useTemporaryDirs();
  let server: FileServer;
  beforeEach(async () => {
    server = await startFileServer();
  });
  afterEach(() => server.close());

  const download = (path: string, stallTimeoutMs = 5_000) =>
    createDownloader({ stallTimeoutMs, retryDelayMs: 1 }).file(
      `${server.url}${path}`,
      join(temporaryDir(), 'file'),
    );

  it('writes the file, counts its bytes and returns its checksum', async () => {
    server.handlers.set('/file', redirect('/elsewhere'));
    server.handlers.set('/elsewhere', response => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.end(CONTENT);
    });
    const target = join(temporaryDir(), 'file');
    const counts: string[] = [];
    const checksum = await createDownloader().file(
      `${server.url}/file`,
      target,
      { onBytes: (done, total) => counts.push(`${done} of ${total}`) },
    );
    expect(checksum).toBe(sha256(CONTENT));
    expect(readFileSync(target)).toEqual(CONTENT);
    expect(counts.at(-1)).toBe('300000 of 300000');
  });

  it('of a missing file reports the status', async () => {
    await expect(download('/nothing')).rejects.toThrow(
      `${server.url}/nothing answered HTTP 404`,
    );
  });

  it('R32: is retried while the server is unavailable', async () => {
    server.handlers.set('/file', unavailableAtFirst(2, CONTENT));
    await expect(download('/file')).resolves.toBe(sha256(CONTENT));
    expect(server.requests).toEqual(['/file', '/file', '/file']);
  });

  it('R32: resumes after an interruption', async () => {
    server.handlers.set('/file', truncateOnce(CONTENT));
    await expect(download('/file')).resolves.toBe(sha256(CONTENT));
    expect(server.requests).toEqual(['/file', '/file']);
  });

  it('R32: gives up on a server that stays unavailable', async () => {
    server.handlers.set('/file', unavailableAtFirst(100, CONTENT));
    await expect(download('/file')).rejects.toThrow(/answered HTTP 503/);
    expect(server.requests).toHaveLength(4);
  });

  it('that is cut off reports the received size', async () => {
    server.handlers.set('/file', truncate(CONTENT));
    await expect(download('/file')).rejects.toThrow(
      /the download was interrupted or stalled after 0\.1 MB of 0\.3 MB/,
    );
  });

  it('that stalls times out', async () => {
    server.handlers.set('/file', stall(CONTENT));
    await expect(download('/file', 500)).rejects.toThrow(
      /the download was interrupted or stalled after 0\.1 MB/,
    );
  });

  it('from an unresponsive host times out, and does not try the host again for another file', async () => {
    server.handlers.set('/file', hang);
    const downloader = createDownloader({
      stallTimeoutMs: 200,
      retryDelayMs: 1,
    });
    const { host } = new URL(server.url);
    const message = `${host} cannot be reached: it did not respond in time`;
    const target = join(temporaryDir(), 'file');
    await expect(downloader.file(`${server.url}/file`, target)).rejects.toThrow(
      message,
    );
    await expect(downloader.text(`${server.url}/other`)).rejects.toThrow(
      message,
    );
    expect(new Set(server.requests)).toEqual(new Set(['/file']));
    expect(existsSync(target)).toBe(false);
  });

  it('from an unreachable host reports the refused connection', async () => {
    const { url } = server;
    await server.close();
    await expect(createDownloader().text(`${url}/file`)).rejects.toThrow(
      /127\.0\.0\.1:\d+ cannot be reached: the connection was refused/,
    );
  });

  it('ends when it is aborted', async () => {
    const stop = new AbortController();
    server.handlers.set('/file', response => {
      response.writeHead(200).write('x');
      stop.abort(new Error('enough'));
    });
    await expect(
      createDownloader().file(
        `${server.url}/file`,
        join(temporaryDir(), 'file'),
        { signal: stop.signal },
      ),
    ).rejects.toThrow('enough');
  });
});
