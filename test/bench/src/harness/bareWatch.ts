// An independent watcher: what a figure says about events is compared with what it saw.
import { BareApi } from './bareApi';
import { readLines } from './readLines';

const versionOf = (text: string): string =>
  /"resourceVersion":"(\d+)"/.exec(text)?.[1] ?? '';

/**
 * Calls the listener with the JSON of each event (`{"type":…}`) as soon as its last byte is there. Begins with what
 * happens from now on. The server ends watches of readers it finds too slow, so it goes on where it was.
 * Resolves when the first watch is open; `restarts` counts those after it.
 */
export async function bareWatch(
  api: BareApi,
  path: string,
  listener: (event: string) => void,
  signal: AbortSignal,
): Promise<{ readonly restarts: number }> {
  const state = { restarts: 0 };
  const list = await api.get<{ metadata: { resourceVersion: string } }>(
    `${path}?limit=1`,
  );
  // Not the first version in the text: that may be an old object's, from where the server cannot go on.
  let version = list.metadata.resourceVersion;
  const open = () =>
    api.open(`${path}?watch=true&resourceVersion=${version}`, signal);

  async function read(stream: AsyncIterable<Buffer>) {
    const take = readLines(line => {
      if (line.startsWith('{"type":"ERROR"')) {
        throw new Error(`The watch of ${path} cannot go on: ${line}`);
      }
      listener(line);
      version = versionOf(line) || version;
    });
    for await (const chunk of stream) take(chunk);
  }

  const first = await open();
  const follow = async () => {
    let stream = first;
    while (!signal.aborted) {
      await read(stream);
      state.restarts += 1;
      stream = await open();
    }
  };
  follow().catch(error => {
    if (!signal.aborted) throw error;
  });
  return state;
}
