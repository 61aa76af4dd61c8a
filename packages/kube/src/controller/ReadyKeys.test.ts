import { Priority } from './Controller';
import { ReadyKeys } from './ReadyKeys';

/** Keys are `<group>/<name>`. */
const makeReady = () => new ReadyKeys(key => key.split('/')[0] ?? '');

function push(ready: ReadyKeys, priority: Priority, ...keys: string[]) {
  keys.forEach(key => ready.push(key, priority, 0));
}

const many = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${group}/${index}`);

function takeAll(ready: ReadyKeys): string[] {
  const keys: string[] = [];
  for (let next = ready.take(); next; next = ready.take()) {
    keys.push(next.key);
  }
  return keys;
}

describe('priorities', () => {
  it('returns the most urgent key first', () => {
    const ready = makeReady();
    push(ready, 'resync', 'a/resync');
    push(ready, 'initial', 'a/initial');
    push(ready, 'status', 'a/status');
    push(ready, 'user', 'a/user');
    expect(ready.size).toBe(4);
    expect(takeAll(ready)).toEqual([
      'a/user',
      'a/status',
      'a/initial',
      'a/resync',
    ]);
    expect(ready.size).toBe(0);
  });

  it('moves a key up when it becomes more urgent, and keeps its age', () => {
    const ready = makeReady();
    ready.push('a/1', 'resync', 10);
    ready.push('a/2', 'status', 20);
    ready.push('a/1', 'user', 30);
    expect(ready.size).toBe(2);
    expect(ready.take()).toEqual({
      key: 'a/1',
      priority: 'user',
      group: 'a',
      since: 10,
    });
    expect(takeAll(ready)).toEqual(['a/2']);
  });

  it('keeps the priority of a key that becomes less urgent', () => {
    const ready = makeReady();
    push(ready, 'status', 'a/1', 'a/2');
    push(ready, 'resync', 'a/1');
    push(ready, 'status', 'a/1');
    expect(takeAll(ready)).toEqual(['a/1', 'a/2']);
  });

  it('moves up also the last and the only key of a group', () => {
    const ready = makeReady();
    push(ready, 'initial', 'a/1', 'b/1', 'b/2', 'c/1');
    push(ready, 'user', 'b/2', 'b/1', 'c/1');
    expect(takeAll(ready)).toEqual(['b/2', 'c/1', 'b/1', 'a/1']);
  });

  it('gives every tenth turn to less urgent keys, however many urgent keys wait', () => {
    const ready = makeReady();
    push(ready, 'resync', ...many('slow', 3));
    push(ready, 'user', ...many('fast', 100));
    const order = takeAll(ready);
    expect(many('slow', 3).map(key => order.indexOf(key))).toEqual([9, 19, 29]);
  });

  it('serves every priority within twelve turns when all are flooded', () => {
    const ready = makeReady();
    push(ready, 'resync', ...many('resync', 100));
    push(ready, 'initial', ...many('initial', 100));
    push(ready, 'status', ...many('status', 100));
    push(ready, 'user', ...many('user', 100));
    const groups = takeAll(ready)
      .slice(0, 100)
      .map(key => key.split('/')[0]);
    for (const group of ['status', 'initial', 'resync']) {
      const turns = groups.flatMap((each, turn) =>
        each === group ? [turn] : [],
      );
      const gaps = turns.map((turn, index) => turn - (turns[index - 1] ?? -1));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(12);
    }
    expect(
      groups.filter(group => group === 'user').length,
    ).toBeGreaterThanOrEqual(70);
  });

  it('is empty when cleared', () => {
    const ready = makeReady();
    push(ready, 'user', ...many('a', 5));
    ready.clear();
    expect(ready.size).toBe(0);
    push(ready, 'resync', 'a/1');
    expect(takeAll(ready)).toEqual(['a/1']);
  });
});

describe('groups', () => {
  it('take turns within a priority', () => {
    const ready = makeReady();
    push(ready, 'user', 'a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1');
    expect(takeAll(ready)).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'b/2', 'a/3']);
  });

  it.each(['user', 'status', 'initial', 'resync'] as const)(
    'with 10 000 keys delay the only key of another by one round at most (%s)',
    priority => {
      const ready = makeReady();
      push(
        ready,
        priority,
        ...many('flood', 10_000),
        ...many('flood2', 10_000),
      );
      for (let turn = 0; turn < 777; turn += 1) ready.take();
      push(ready, priority, 'quiet/1');
      const round = ['flood', 'flood2', 'quiet'].length;
      const next = Array.from({ length: round }, () => ready.take()?.key);
      expect(next).toContain('quiet/1');
    },
  );

  it('that become empty and return have one turn a round', () => {
    const ready = makeReady();
    push(ready, 'user', ...many('flood', 100));
    const order: (string | undefined)[] = [];
    for (let index = 0; index < 10; index += 1) {
      push(ready, 'user', `quiet/${index}`);
      order.push(ready.take()?.key, ready.take()?.key);
    }
    expect(order.filter(key => key?.startsWith('quiet'))).toHaveLength(10);
  });

  it('take turns independently in each priority', () => {
    const ready = makeReady();
    push(ready, 'status', 'a/s1', 'b/s1');
    push(ready, 'user', 'a/u1', 'a/u2', 'b/u1');
    expect(takeAll(ready)).toEqual(['a/u1', 'b/u1', 'a/u2', 'a/s1', 'b/s1']);
  });
});
