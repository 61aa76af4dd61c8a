import { isChangedSince } from './isChangedSince';

const claim = {
  protected: true,
  owner: 'user:default/alice',
  backupSchedule: { cron: '0 3 * * *', kept: 7 },
};

it.each<Parameters<typeof isChangedSince>[1]>([
  {},
  { protected: true },
  { owner: 'user:default/alice', component: null },
  { backupSchedule: { kept: 7, cron: '0 3 * * *' } },
])('a claim is as %j', before => {
  expect(isChangedSince(claim, before)).toBe(false);
});

it.each<Parameters<typeof isChangedSince>[1]>([
  { protected: false },
  { owner: null },
  { owner: 'user:default/bob', component: null },
  { component: 'component:default/shop' },
  { backupSchedule: null },
  { backupSchedule: { cron: '0 3 * * *' } },
])('a claim is no longer as %j', before => {
  expect(isChangedSince(claim, before)).toBe(true);
});
