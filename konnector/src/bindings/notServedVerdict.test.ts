import { thingExport } from '../testing/objects';
import { noExportVerdict, notServedVerdict } from './notServedVerdict';

const name = 'things.example.com';

it('an API that is exported and lacks no claim is served', () => {
  expect(notServedVerdict(name, thingExport())).toBeUndefined();
});

it('an API is not served, and the binding says why and what to do', () => {
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
