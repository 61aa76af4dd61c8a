import { planSteps } from './planSteps';

describe('to our konnector', () => {
  it('keeps the Deployment of the reference before it is stopped', () => {
    expect(planSteps('klutch', { current: 'reference', kept: false })).toEqual([
      'keep',
      'stop',
      'replace',
      'install',
      'wait',
    ]);
  });

  it.each([
    ['kept', { current: 'reference', kept: true }, 'stop'],
    ['replaced', { kept: true }, 'install'],
    ['installed', { current: 'klutch', kept: true }, 'wait'],
  ] as const)('goes on when the old one was %s', (_, state, next) => {
    expect(planSteps('klutch', state)[0]).toBe(next);
  });

  it('deletes the old Deployment last, and only when told to', () => {
    const state = { current: 'klutch', kept: true } as const;
    expect(planSteps('klutch', state)).not.toContain('deleteOld');
    expect(planSteps('klutch', state, true).at(-1)).toBe('deleteOld');
  });
});

describe('to the konnector of the reference', () => {
  it('removes ours before the kept one is started', () => {
    expect(planSteps('reference', { current: 'klutch', kept: true })).toEqual([
      'stop',
      'clean',
      'remove',
      'restore',
      'forget',
    ]);
  });

  it.each([
    ['ours was removed', { kept: true }, 'clean'],
    ['theirs was created', { current: 'reference', kept: true }, 'restore'],
  ] as const)('goes on when %s', (_, state, next) => {
    expect(planSteps('reference', state)[0]).toBe(next);
  });

  it('starts nothing when no Deployment was kept', () => {
    expect(planSteps('reference', { current: 'klutch', kept: false })).toEqual([
      'stop',
      'clean',
      'remove',
    ]);
  });

  it('has nothing to do when theirs is there', () => {
    const state = { current: 'reference', kept: false } as const;
    expect(planSteps('reference', state)).toEqual([]);
  });
});

it.each(['klutch', 'reference'] as const)(
  'says what to do when there is no konnector to change to %s',
  to => {
    expect(() => planSteps(to, { kept: false })).toThrow(/--context.*install/);
  },
);
