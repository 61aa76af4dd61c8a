import { mockServices } from '@backstage/backend-test-utils';
import type { ClaimWriter } from '../claims/ClaimWriter';
import type { CredentialsService } from '../credentials/CredentialsService';
import { claimWriteHandlers } from './claimWriteHandlers';
import type { Handlers } from './handlers';

type RevealRequest = Parameters<Handlers['revealCredentials']>[0];

const path = {
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'servicebindings.anynines.com',
  name: 'web',
};

const credentials = {
  secretName: 'web-creds',
  fields: [{ key: 'password', value: 's3cret', secret: true }],
};

/** Reveals with the given body, and returns what was audited and asked of the service. */
async function reveal(body: RevealRequest['body']) {
  const auditor = mockServices.auditor.mock();
  const event = { success: jest.fn(), fail: jest.fn() };
  auditor.createEvent.mockResolvedValue(event);
  const service = { reveal: jest.fn().mockResolvedValue(credentials) };
  const handlers = claimWriteHandlers({
    auditor,
    writer: {} as ClaimWriter,
    credentials: service as unknown as CredentialsService,
  });
  const request = { caller: {}, path, body, raw: {} } as RevealRequest;
  const revealed = await handlers.revealCredentials(request);
  expect(revealed).toEqual(credentials);
  expect(event.success).toHaveBeenCalledWith();
  return {
    audited: auditor.createEvent.mock.calls,
    reason: service.reveal.mock.calls[0][2],
  };
}

const auditEvent = (meta: object) => [
  [expect.objectContaining({ eventId: 'credentials-reveal', meta })],
];

it('audits the reason of a reveal, and nothing of the credentials', async () => {
  const { audited, reason } = await reveal({ reason: ' Incident 7 ' });
  expect(audited).toEqual(auditEvent({ ...path, reason: 'Incident 7' }));
  expect(reason).toBe('Incident 7');
});

it.each([{}, { reason: ' ' }])('reveals without a reason: %j', async body => {
  const { audited, reason } = await reveal(body);
  expect(audited).toEqual(auditEvent(path));
  expect(reason).toBeUndefined();
});
