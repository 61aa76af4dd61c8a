import { isAffected, queryKeys } from './queryKeys';

it('certificates, for which the portal connects to an app cluster, are not read again on each signal', () => {
  const signal = { topic: 'platform' as const };
  expect(isAffected(queryKeys.certificates('apps-dev'), signal)).toBe(false);
  expect(isAffected(queryKeys.joinToken('apps-dev'), signal)).toBe(true);
});
