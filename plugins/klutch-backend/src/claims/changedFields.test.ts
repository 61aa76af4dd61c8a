import { changedFields } from './changedFields';

it('names settings, without their values', () => {
  const parameters = { maxConnections: 9, workMem: null, tls: { key: 's3c' } };
  expect(changedFields({ plan: 'big', parameters })).toEqual([
    'plan',
    'parameters.maxConnections',
    'parameters.workMem',
    'parameters.tls',
  ]);
});

it.each([null, {}, 'all'])('names parameters as a whole: %j', parameters => {
  expect(changedFields({ parameters })).toEqual(['parameters']);
});
