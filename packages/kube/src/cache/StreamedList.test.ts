import { Note } from '../testing/notes';
import { eventually } from '../testing/eventually';
import { WatchEvent } from '../types';
import { InitialEventsEndMissing } from './failure';
import { Store } from './Store';
import { StreamedList } from './StreamedList';
import { defaultTimings } from './timings';

const note = (name: string, version: string): Note => ({
  apiVersion: 'testing.example/v1',
  kind: 'Note',
  metadata: { name, uid: name, resourceVersion: version },
});

const event = (
  type: 'ADDED' | 'MODIFIED' | 'DELETED',
  object: Note,
): WatchEvent<Note> => ({ type, object });

const bookmark = (annotations?: Record<string, string>): WatchEvent<Note> => ({
  type: 'BOOKMARK',
  object: {
    apiVersion: 'testing.example/v1',
    kind: 'Note',
    metadata: { resourceVersion: '9', annotations },
  },
});

const end = bookmark({ 'k8s.io/initial-events-end': 'true' });

function startList(timings: Partial<typeof defaultTimings> = {}) {
  const store = new Store<Note>({});
  const stop = new AbortController();
  const list = new StreamedList(
    store.beginReplace(),
    { ...defaultTimings, ...timings },
    stop.signal,
  );
  return { store, stop, list };
}

describe('StreamedList', () => {
  it('applies changes that arrive before the end, and recognizes the end', () => {
    const { store, list } = startList();
    const events = [
      event('ADDED', note('a', '1')),
      event('ADDED', note('b', '2')),
      bookmark(),
      event('MODIFIED', note('b', '3')),
      event('DELETED', note('a', '4')),
      end,
    ];
    const transform = (object: Note) => ({ ...object, text: 'seen' });
    expect(events.map(one => list.apply(one, transform))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    store.replace(list.replacement);
    expect(store.list()).toEqual([{ ...note('b', '3'), text: 'seen' }]);
    list.release();
  });

  it('ends after a long silence, but not while events arrive', async () => {
    const { list } = startList({ streamSilenceMs: 100 });
    list.opened();
    const beganMs = performance.now();
    await eventually('three times the silence limit has passed', () => {
      list.apply(event('ADDED', note('a', '1')), object => object);
      return performance.now() - beganMs > 300;
    });
    expect(list.signal.aborted).toBe(false);
    await eventually('the list is aborted', () => list.signal.aborted);
    expect(list.signal.reason).toBeInstanceOf(InitialEventsEndMissing);
    list.release();
  });

  it('has no time limit before the server has accepted it and once it is complete', async () => {
    const timings = { streamSilenceMs: 1, streamListMs: 1 };
    const waiting = startList(timings);
    const complete = startList(timings);
    complete.list.opened();
    complete.list.apply(end, object => object);
    const beganMs = performance.now();
    await eventually(
      '50 ms have passed',
      () => performance.now() - beganMs > 50,
    );
    expect(waiting.list.signal.aborted).toBe(false);
    expect(complete.list.signal.aborted).toBe(false);
  });

  it('ends with the given signal, and removes its listener', () => {
    const first = startList();
    first.stop.abort(new Error('enough'));
    expect(first.list.signal.reason).toMatchObject({ message: 'enough' });

    const second = startList();
    second.list.release();
    second.stop.abort();
    expect(second.list.signal.aborted).toBe(false);
  });
});
