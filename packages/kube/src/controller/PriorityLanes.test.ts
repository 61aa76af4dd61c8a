import { Priority } from './Controller';
import { PriorityLanes } from './PriorityLanes';

/** Keys are `<group>/<name>`. */
const makeLanes = () => new PriorityLanes(key => key.split('/')[0] ?? '');

function push(lanes: PriorityLanes, priority: Priority, ...keys: string[]) {
  keys.forEach(key => lanes.push(key, priority, 0));
}

const many = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${group}/${index}`);

function takeAll(lanes: PriorityLanes): string[] {
  const keys: string[] = [];
  for (let next = lanes.shift(); next; next = lanes.shift()) {
    keys.push(next.key);
  }
  return keys;
}

describe('priorities', () => {
  it('returns the most urgent key first', () => {
    const lanes = makeLanes();
    push(lanes, 'resync', 'a/resync');
    push(lanes, 'initial', 'a/initial');
    push(lanes, 'status', 'a/status');
    push(lanes, 'user', 'a/user');
    expect(lanes.size).toBe(4);
    expect(takeAll(lanes)).toEqual([
      'a/user',
      'a/status',
      'a/initial',
      'a/resync',
    ]);
    expect(lanes.size).toBe(0);
  });

  it('moves a key up when it becomes more urgent, and keeps its age', () => {
    const lanes = makeLanes();
    lanes.push('a/1', 'resync', 10);
    lanes.push('a/2', 'status', 20);
    lanes.push('a/1', 'user', 30);
    expect(lanes.size).toBe(2);
    expect(lanes.shift()).toEqual({
      key: 'a/1',
      priority: 'user',
      group: 'a',
      since: 10,
    });
    expect(takeAll(lanes)).toEqual(['a/2']);
  });

  it('keeps the priority of a key that becomes less urgent', () => {
    const lanes = makeLanes();
    push(lanes, 'status', 'a/1', 'a/2');
    push(lanes, 'resync', 'a/1');
    push(lanes, 'status', 'a/1');
    expect(takeAll(lanes)).toEqual(['a/1', 'a/2']);
  });

  it('moves up also the last and the only key of a group', () => {
    const lanes = makeLanes();
    push(lanes, 'initial', 'a/1', 'b/1', 'b/2', 'c/1');
    push(lanes, 'user', 'b/2', 'b/1', 'c/1');
    expect(takeAll(lanes)).toEqual(['b/2', 'c/1', 'b/1', 'a/1']);
  });

  it('gives every tenth turn to less urgent keys, however many urgent keys wait', () => {
    const lanes = makeLanes();
    push(lanes, 'resync', ...many('slow', 3));
    push(lanes, 'user', ...many('fast', 100));
    const order = takeAll(lanes);
    expect(many('slow', 3).map(key => order.indexOf(key))).toEqual([9, 19, 29]);
  });

  it('serves every priority within twelve turns when all are flooded', () => {
    const lanes = makeLanes();
    push(lanes, 'resync', ...many('resync', 100));
    push(lanes, 'initial', ...many('initial', 100));
    push(lanes, 'status', ...many('status', 100));
    push(lanes, 'user', ...many('user', 100));
    const groups = takeAll(lanes)
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
    const lanes = makeLanes();
    push(lanes, 'user', ...many('a', 5));
    lanes.clear();
    expect(lanes.size).toBe(0);
    push(lanes, 'resync', 'a/1');
    expect(takeAll(lanes)).toEqual(['a/1']);
  });
});

describe('groups', () => {
  it('take turns within a priority', () => {
    const lanes = makeLanes();
    push(lanes, 'user', 'a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1');
    expect(takeAll(lanes)).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'b/2', 'a/3']);
  });

  it.each(['user', 'status', 'initial', 'resync'] as const)(
    'with 10 000 keys delay the only key of another by one round at most (%s)',
    priority => {
      const lanes = makeLanes();
      push(
        lanes,
        priority,
        ...many('flood', 10_000),
        ...many('flood2', 10_000),
      );
      for (let turn = 0; turn < 777; turn += 1) lanes.shift();
      push(lanes, priority, 'quiet/1');
      const round = ['flood', 'flood2', 'quiet'].length;
      const next = Array.from({ length: round }, () => lanes.shift()?.key);
      expect(next).toContain('quiet/1');
    },
  );

  it('that become empty and return have one turn a round', () => {
    const lanes = makeLanes();
    push(lanes, 'user', ...many('flood', 100));
    const order: (string | undefined)[] = [];
    for (let index = 0; index < 10; index += 1) {
      push(lanes, 'user', `quiet/${index}`);
      order.push(lanes.shift()?.key, lanes.shift()?.key);
    }
    expect(order.filter(key => key?.startsWith('quiet'))).toHaveLength(10);
  });

  it('take turns independently in each priority', () => {
    const lanes = makeLanes();
    push(lanes, 'status', 'a/s1', 'b/s1');
    push(lanes, 'user', 'a/u1', 'a/u2', 'b/u1');
    expect(takeAll(lanes)).toEqual(['a/u1', 'b/u1', 'a/u2', 'a/s1', 'b/s1']);
  });
});
