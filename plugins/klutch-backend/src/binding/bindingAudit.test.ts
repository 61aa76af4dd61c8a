import { mockServices } from '@backstage/backend-test-utils';
import { portalIssuer, type AuditEvent } from '@klutch/binding-backend';
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

it('repeats no event of an operation of a person in the portal', async () => {
  const auditor = mockServices.auditor.mock();
  auditor.createEvent.mockResolvedValue({
    success: async () => {},
    fail: async () => {},
  });
  const audit = bindingAudit(auditor, mockServices.logger.mock());
  const written = (actor: string, action: AuditEvent['action']) => {
    auditor.createEvent.mockClear();
    audit({ actor, action, outcome: 'succeeded' });
    return auditor.createEvent.mock.calls.length === 1;
  };
  const operator = `${portalIssuer}/user:default/oscar`;
  expect(written(operator, 'bind')).toBe(false);
  expect(written(operator, 'revoke-tokens')).toBe(false);
  expect(written(operator, 'pick-up')).toBe(true);
  expect(written('https://idp.test/oscar', 'bind')).toBe(true);
  expect(written(about.actor, 'bind')).toBe(true);
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
