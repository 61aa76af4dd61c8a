import { thingExport } from '../testing/objects';
import { noExportCondition, notServedCondition } from './notServedCondition';

const name = 'things.example.com';

it('an exported API without missing claims is served', () => {
  expect(notServedCondition(name, thingExport())).toBeUndefined();
});

it('an API that is not served has a message with the reason and the remedy', () => {
  expect(noExportCondition(name, undefined)).toMatchObject({
    reason: 'APIServiceExportNotFound',
    message: expect.stringContaining('Request the API again'),
  });
  expect(noExportCondition(name, 'spec is missing.')).toMatchObject({
    reason: 'APIServiceExportInvalid',
    message: expect.stringContaining('spec is missing.'),
  });
  expect(notServedCondition(name, thingExport({ versions: [] }))).toMatchObject(
    {
      reason: 'APIServiceExportInvalid',
      message: expect.stringContaining(name),
    },
  );
  expect(
    notServedCondition(name, thingExport(), ['secrets', 'parts']),
  ).toMatchObject({
    ok: false,
    reason: 'PermissionClaimNotAccepted',
    message: expect.stringContaining('secrets, parts'),
  });
});
