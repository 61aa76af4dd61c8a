import { startWarnings } from './startWarnings';

it('R11: warns where Backstage asks no permission policy', () => {
  expect(startWarnings({ permissionsEnabled: true })).toEqual([]);
  expect(startWarnings({ permissionsEnabled: false })).toEqual([
    expect.stringContaining('Set permission.enabled: true'),
  ]);
});
