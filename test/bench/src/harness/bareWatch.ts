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
  let version = versionOf(await api.send('GET', `${path}?limit=1`));
  const open = () =>
    api.open(`${path}?watch=true&resourceVersion=${version}`, signal);

  async function read(stream: AsyncIterable<Buffer>) {
    const take = readLines(line => {
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
