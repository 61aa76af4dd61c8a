import { mockServices } from '@backstage/backend-test-utils';
import { bindingAudit } from './bindingAudit';

const about = {
  actor: 'klutch-binding-backend',
  namespace: 'cluster-x',
  tenant: 'alice#apps',
};

it('writes one event for each action, with its outcome', async () => {
  const auditor = mockServices.auditor.mock();
  const ended = { success: jest.fn(), fail: jest.fn() };
  auditor.createEvent.mockResolvedValue(ended);
  const audit = bindingAudit(auditor, mockServices.logger.mock());
  audit({
    ...about,
    action: 'unbind',
    outcome: 'succeeded',
    apis: ['things.example.com'],
  });
  audit({
    ...about,
    action: 'renew-token',
    outcome: 'refused',
    reason: 'It may not.',
  });
  audit({
    ...about,
    action: 'revoke-tokens',
    outcome: 'succeeded',
    reason: 'Somebody deleted it.',
  });
  await new Promise(setImmediate);
  expect(auditor.createEvent.mock.calls).toEqual([
    [
      {
        eventId: 'binding-unbind',
        severityLevel: 'medium',
        meta: { ...about, outcome: 'succeeded', apis: ['things.example.com'] },
      },
    ],
    [
      {
        eventId: 'binding-renew-token',
        severityLevel: 'medium',
        meta: { ...about, outcome: 'refused' },
      },
    ],
    [
      {
        eventId: 'binding-revoke-tokens',
        severityLevel: 'medium',
        meta: {
          ...about,
          outcome: 'succeeded',
          reason: 'Somebody deleted it.',
        },
      },
    ],
  ]);
  expect(ended.success).toHaveBeenCalledTimes(2);
  expect(ended.fail).toHaveBeenCalledWith({ error: new Error('It may not.') });
});

it('logs an event that cannot be written', async () => {
  const auditor = mockServices.auditor.mock();
  auditor.createEvent.mockRejectedValue(new Error('full'));
  const logger = mockServices.logger.mock();
  bindingAudit(
    auditor,
    logger,
  )({
    ...about,
    action: 'unbind',
    outcome: 'succeeded',
  });
  await new Promise(setImmediate);
  expect(logger.error).toHaveBeenCalledWith(
    expect.stringContaining('"unbind" by klutch-binding-backend'),
    expect.any(Error),
  );
});
