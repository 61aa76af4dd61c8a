import { thingExport } from '../testing/objects';
import { noExportVerdict, notServedVerdict } from './notServedVerdict';

const name = 'things.example.com';

it('an exported API without missing claims is served', () => {
  expect(notServedVerdict(name, thingExport())).toBeUndefined();
});

it('an API that is not served has a message with the reason and the remedy', () => {
  expect(noExportVerdict(name, undefined)).toMatchObject({
    reason: 'APIServiceExportNotFound',
    message: expect.stringContaining('Request the API again'),
  });
  expect(noExportVerdict(name, 'spec is missing.')).toMatchObject({
    reason: 'APIServiceExportInvalid',
    message: expect.stringContaining('spec is missing.'),
  });
  expect(notServedVerdict(name, thingExport({ versions: [] }))).toMatchObject({
    reason: 'APIServiceExportInvalid',
    message: expect.stringContaining(name),
  });
  expect(
    notServedVerdict(name, thingExport(), ['secrets', 'parts']),
  ).toMatchObject({
    ok: false,
    reason: 'PermissionClaimNotAccepted',
    message: expect.stringContaining('secrets, parts'),
  });
});
