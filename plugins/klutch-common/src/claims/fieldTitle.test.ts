import { fieldTitle } from './fieldTitle';

it('derives titles from field names', () => {
  expect(fieldTitle('idleInTransactionSessionTimeout')).toBe(
    'Idle in transaction session timeout',
  );
  expect(fieldTitle('trackIoTiming')).toBe('Track IO timing');
});
