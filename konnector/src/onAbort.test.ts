import { onAbort } from './onAbort';

it.each(['later', 'before'])(
  'calls once when the signal aborts, or has aborted: %s',
  when => {
    const stop = new AbortController();
    const stopped = jest.fn();
    if (when === 'before') stop.abort();
    onAbort(stop.signal, stopped);
    expect(stopped).toHaveBeenCalledTimes(when === 'before' ? 1 : 0);
    stop.abort();
    expect(stopped).toHaveBeenCalledTimes(1);
  },
);
