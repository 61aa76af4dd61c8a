import { planQuotaAction } from './quota';

describe('the quota', () => {
  const facts = { size: 90, previousSize: 90, quota: 100, readOnly: false };
  it.each([
    ['none', {}],
    ['none', { size: 100 }],
    ['lock', { size: 101 }],
    ['none', { size: 101, previousSize: 101, readOnly: true }],
    ['endWriters', { size: 102, previousSize: 101, readOnly: true }],
    ['none', { size: 101, previousSize: 102, readOnly: true }],
    ['unlock', { size: 100, readOnly: true }],
  ])('plans %s at %p', (step, change) => {
    expect(planQuotaAction({ ...facts, ...change })).toBe(step);
  });
});
