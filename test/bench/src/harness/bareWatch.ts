// An independent watcher, which verifies what the measured program reports about events.
import { BareApi } from './bareApi';
import { readLines } from './readLines';

const versionOf = (text: string): string =>
  /"resourceVersion":"(\d+)"/.exec(text)?.[1] ?? '';

/**
 * Calls the listener with the JSON of each event (`{"type":…}`) as soon as its last byte has arrived, starting with
 * events from now on. The server ends watches of slow readers, so the watch is resumed from the last version.
 * Resolves when the first watch is open; `restarts` counts the later ones.
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
  // Parsed, because the first version in the text may be an old object's, from which the server cannot resume.
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
