import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { Callers } from '../identity/Caller';
import { traceHandlers } from './traceHandlers';

const person = {
  userRef: 'user:default/sara',
  groups: [],
  kubernetes: { user: 'klutch:sara', groups: [] },
};
const match = {
  cluster: 'apps-dev',
  clusterTitle: 'Development apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  name: 'orders',
};

function start(
  result: AuthorizeResult.ALLOW | AuthorizeResult.DENY,
  permissionsEnabled = true,
) {
  const event = {
    success: jest.fn(async () => {}),
    fail: jest.fn(async () => {}),
  };
  const auditor = mockServices.auditor.mock({ createEvent: async () => event });
  const find = jest.fn(async () => ({ matches: [match] }));
  const { traceForSupport } = traceHandlers({
    auditor,
    permissionsEnabled,
    traces: { find },
    callers: new Callers({
      auth: mockServices.auth(),
      userInfo: mockServices.userInfo(),
      permissions: mockServices.permissions({ result }),
      strategy: { identityOf: async () => person.kubernetes },
    }),
  });
  const trace = (text: string) =>
    traceForSupport({
      caller: { credentials: mockCredentials.user(), person },
      path: undefined,
      query: undefined,
      body: { text },
      raw: { invokedBy: person.userRef },
    });
  return { auditor, event, find, trace };
}

it('audits who looked for what, and the names that were shown', async () => {
  const { auditor, event, find, trace } = start(AuthorizeResult.ALLOW);
  await trace(
    'https://portal/klutch/instances/apps-dev/team-a/x.y/orders?token=s3cret',
  );
  const query = {
    cluster: 'apps-dev',
    namespace: 'team-a',
    kind: 'x.y',
    name: 'orders',
  };
  expect(find).toHaveBeenCalledWith(person, query);
  expect(auditor.createEvent).toHaveBeenCalledWith({
    eventId: 'support-read',
    severityLevel: 'medium',
    meta: { queryType: 'trace', ...query, invokedBy: person.userRef },
  });
  expect(event.success).toHaveBeenCalledWith({
    meta: {
      matches: ['apps-dev/team-a/postgresqlinstances.anynines.com/orders'],
      traced: false,
    },
  });
});

it.each([
  [
    'without the permission',
    AuthorizeResult.DENY,
    'orders',
    'klutch.trace.read',
  ],
  [
    'a text without names',
    AuthorizeResult.ALLOW,
    'My s3cret?',
    'names no claim',
  ],
] as const)('refuses %s, and audits that', async (_, result, text, message) => {
  const { auditor, event, find, trace } = start(result);
  await expect(trace(text)).rejects.toThrow(message);
  expect(event.fail).toHaveBeenCalledTimes(1);
  expect(find).not.toHaveBeenCalled();
  expect(JSON.stringify(auditor.createEvent.mock.calls)).not.toContain(
    's3cret',
  );
});

it('traces nothing where no policy decides about permissions', async () => {
  const { find, trace } = start(AuthorizeResult.ALLOW, false);
  await expect(trace('orders')).rejects.toThrow('permission.enabled: true');
  expect(find).not.toHaveBeenCalled();
});
