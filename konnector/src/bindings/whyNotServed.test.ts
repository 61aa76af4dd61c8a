import { thingExport } from '../testing/objects';
import { whyNoExport, whyNotServed } from './whyNotServed';

const name = 'things.example.com';

it('an API that is exported and lacks no claim is served', () => {
  expect(whyNotServed(name, thingExport())).toBeUndefined();
});

it('an API is not served, and the binding says why and what to do', () => {
  expect(whyNoExport(name, undefined)).toMatchObject({
    reason: 'APIServiceExportNotFound',
    message: expect.stringContaining('Request the API again'),
  });
  expect(whyNoExport(name, 'spec is missing.')).toMatchObject({
    reason: 'APIServiceExportInvalid',
    message: expect.stringContaining('spec is missing.'),
  });
  expect(whyNotServed(name, thingExport({ versions: [] }))).toMatchObject({
    reason: 'APIServiceExportInvalid',
    message: expect.stringContaining(name),
  });
  expect(whyNotServed(name, thingExport(), ['secrets', 'parts'])).toMatchObject(
    {
      ok: false,
      reason: 'PermissionClaimNotAccepted',
      message: expect.stringContaining('secrets, parts'),
    },
  );
});
