import { createHealth } from './createHealth';
import { HealthCheck, HealthReport } from './Health';

const well: HealthCheck = { name: 'a', problem: () => undefined };
const ill: HealthCheck = { name: 'b', problem: () => 'it is broken' };

const broken = { name: 'b', problem: 'it is broken' };

const problemsOf = ({ results }: HealthReport) =>
  results.filter(({ problem }) => problem !== undefined);

const namesOf = ({ results }: HealthReport) => results.map(({ name }) => name);

it('is ready when no check has a problem', () => {
  expect(createHealth({ checks: [well] }).ready()).toEqual({
    ok: true,
    results: [{ name: 'a' }],
  });
  expect(createHealth({ checks: [well, ill] }).ready()).toEqual({
    ok: false,
    results: [{ name: 'a' }, broken],
  });
  expect(createHealth({}).ready().ok).toBe(true);
});

it('passes a note on', () => {
  const liveChecks = [well, { ...well, note: () => 'a note' }];
  expect(createHealth({ liveChecks }).live()).toEqual({
    ok: true,
    results: [{ name: 'a' }, { name: 'a', note: 'a note' }],
  });
});

it('reports all problems, also of checks with equal names', () => {
  const checks = ['__proto__', 'a', 'a', 'constructor', ''].map(
    (name, index) => ({ name, problem: () => `problem ${index}` }),
  );
  const { ready } = createHealth({
    checks: [...checks, { ...well, name: 'a' }],
  });
  expect(ready().ok).toBe(false);
  expect(problemsOf(ready())).toEqual(
    checks.map(({ name, problem }) => ({ name, problem: problem() })),
  );
  expect(namesOf(ready())).toHaveLength(6);
});

it('stays live when only readiness checks fail', () => {
  expect(createHealth({ checks: [ill] }).live()).toEqual({
    ok: true,
    results: [],
  });
  expect(problemsOf(createHealth({ liveChecks: [ill] }).live())).toEqual([
    broken,
  ]);
});

it.each(['problem', 'note'])(
  'a check whose %s throws is a problem, and the others are run',
  part => {
    const failing: HealthCheck = {
      ...well,
      [part]: () => {
        throw new Error('no idea');
      },
    };
    const { ready } = createHealth({ checks: [failing, ill] });
    expect(problemsOf(ready())).toEqual([
      { name: 'a', problem: 'the check itself failed: no idea' },
      broken,
    ]);
  },
);
