import {
  deletionProtectionPolicy,
  deletionRefusal,
  restorePolicy,
  restoreRefusal,
} from '@klutch/bind-api';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { BindingError } from '@klutch/binding-backend';
import { ApiError, ConnectionError } from '@klutch/kube';
import { errorResponse } from './errorResponse';
import { mapBindingErrors, mapKubeErrors } from './kubeErrors';

const errorContext = {
  action: 'order PostgreSQL "db" in namespace team-a on Apps',
  object: 'PostgreSQL "db"',
  cluster: 'Apps',
  user: 'klutch:alice',
};

const api = (
  code: number,
  reason: string,
  message = reason,
  more: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) => new ApiError({ code, reason, message, objectName: 'db', ...more });

const responseTo = async (error: Error) => {
  const caught: unknown = await mapKubeErrors(errorContext, () =>
    Promise.reject(error),
  ).catch((e: unknown) => e);
  const answer = errorResponse(caught);
  return { status: answer?.status, ...answer?.body.error };
};

it.each([
  [
    api(403, 'Forbidden', 'postgresqlinstances is forbidden: User …'),
    403,
    'You may not order PostgreSQL "db" in namespace team-a on Apps. Ask an operator of Apps for the right; your user name there is klutch:alice.',
  ],
  [
    api(
      403,
      'Forbidden',
      'users "klutch:alice" is forbidden: User "klutch-portal" cannot impersonate resource "users"',
    ),
    403,
    "The portal may not act as klutch:alice on Apps. Ask a platform operator to apply the portal's roles there for you and your groups.",
  ],
  [
    api(
      403,
      'Forbidden',
      `restores.anynines.com "db" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: Only on weekdays.`,
    ),
    403,
    'You may not order PostgreSQL "db" in namespace team-a on Apps. Apps says: Only on weekdays. Your user name there is klutch:alice.',
  ],
  [
    api(
      403,
      'Forbidden',
      'admission webhook "w.example.org" denied the request: set an owner',
    ),
    403,
    'You may not order PostgreSQL "db" in namespace team-a on Apps. Apps says: set an owner. Your user name there is klutch:alice.',
  ],
  [api(404, 'NotFound'), 404, 'PostgreSQL "db" does not exist on Apps.'],
  [
    api(404, 'NotFound', 'no CRD', { objectName: undefined }),
    404,
    'Apps no longer serves this API. Ask a platform operator whether the API is still bound there.',
  ],
  [
    api(409, 'AlreadyExists'),
    409,
    'PostgreSQL "db" exists already on Apps. Choose another name.',
  ],
  [
    api(409, 'Conflict'),
    409,
    'PostgreSQL "db" changed on Apps in the meantime. Reload it, then repeat the action.',
  ],
  [
    api(401, 'Unauthorized'),
    503,
    "Apps does not accept the portal's credentials, or your own where the portal sends these. Sign in again; if that does not help, a platform operator has to replace the portal's.",
  ],
  [
    api(429, 'TooManyRequests'),
    503,
    'Apps could not process the request (TooManyRequests). Try again in a moment.',
  ],
])('maps %s to a message', async (error, status, message) => {
  expect(await responseTo(error)).toMatchObject({ status, message });
});

it('names fields that are not in the schema', async () => {
  const error = api(
    400,
    'BadRequest',
    'PostgresqlInstance in version "v1" cannot be handled as a PostgresqlInstance: strict decoding error: unknown field "spec.plam"',
    {
      causes: [
        {
          field: 'spec.plam',
          reason: 'UnknownField',
          message: 'There is no such field.',
        },
      ],
    },
  );
  expect(await responseTo(error)).toMatchObject({
    status: 422,
    causes: [{ field: 'spec.plam', message: 'There is no such field.' }],
  });
});

it('lists supported values, and omits that other rules were skipped', async () => {
  const error = api(422, 'Invalid', 'invalid', {
    causes: [
      {
        field: 'spec.plan',
        message: 'Unsupported value: "tiny": supported values: "small", "big"',
      },
      {
        message:
          'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
      },
    ],
  });
  expect(await responseTo(error)).toMatchObject({
    status: 422,
    causes: [
      {
        field: 'spec.plan',
        message: '"tiny" is not supported. Supported values: "small", "big".',
      },
    ],
  });
});

it.each([
  ['DeletionProtected', deletionProtectionPolicy(), deletionRefusal],
  ['RestoreForbidden', restorePolicy(), restoreRefusal],
])(
  'gives %s to a refusal of a policy of ours, in the words of the policy',
  async (reason, [policy], refusal) => {
    const { name } = policy.metadata;
    const { message, ...response } = await responseTo(
      api(
        403,
        'Forbidden',
        `backups "db" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${refusal}`,
      ),
    );
    expect(response).toMatchObject({ status: 403, reason });
    expect(message).toContain(refusal);
  },
);

it('marks the refusal of another policy as the words of the cluster', async () => {
  const error = api(
    403,
    'Forbidden',
    `ValidatingAdmissionPolicy 'p' with binding 'b' denied request: Only on weekdays.`,
  );
  expect(await responseTo(error)).toMatchObject({
    reason: 'PolicyRefused',
    params: { cluster: 'Apps', refusal: 'Only on weekdays.' },
  });
});

it('gives the limit of a plan its reason', async () => {
  const limit = explain('PlanLimit', { limit: '20' });
  const field = 'spec.parameters.maxConnections';
  const error = api(422, 'Invalid', 'is invalid', {
    causes: [{ field, message: `Invalid value: 50: ${limit.message}` }],
  });
  expect((await responseTo(error)).causes).toEqual([{ field, ...limit }]);
});

it('maps an unreachable cluster to 503', async () => {
  const error = new ConnectionError('connect ECONNREFUSED 10.0.0.1:6443', {
    failure: 'unreachable',
    server: 'https://10.0.0.1:6443',
  });
  const answer = await responseTo(error);
  expect(answer.status).toBe(503);
  expect(answer.message).toMatch(/^Apps is unreachable now\./);
  expect(answer.message).not.toContain('ECONNREFUSED');
});

it("shows each field the rule author's message", async () => {
  const error = api(422, 'Invalid', 'is invalid', {
    causes: [
      { field: 'spec.plan', message: 'Invalid value: "huge": choose nano' },
      { field: 'spec', message: 'Invalid value: "object": fixed for life' },
      { field: 'spec.plan', message: 'Invalid value: choose nano' },
      { field: 'spec.size', message: 'Invalid value: 3: must be even' },
      { message: 'Required value' },
      {
        message:
          "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: too big",
      },
    ],
  });
  expect(await responseTo(error)).toMatchObject({
    status: 422,
    name: 'InputError',
    causes: [
      { field: 'spec.plan', message: 'choose nano' },
      { field: 'spec', message: 'fixed for life' },
      { field: 'spec.plan', message: 'choose nano' },
      { field: 'spec.size', message: 'must be even' },
      { message: 'Required value' },
      { message: 'too big' },
    ],
  });
});

it('passes on messages of the binding backend, with a fitting status', async () => {
  const error = await mapBindingErrors(errorContext, () =>
    Promise.reject(new BindingError('NotOffered', 'It is not offered.')),
  ).catch((e: unknown) => e);
  expect(errorResponse(error)).toMatchObject({
    status: 404,
    body: {
      error: {
        ...explain('BindingNotOffered', { error: 'It is not offered.' }),
        message: 'It is not offered.',
      },
    },
  });
});

it('leaves unmapped errors to the log', () => {
  expect(errorResponse(new TypeError('x is undefined'))).toBeUndefined();
  expect(errorResponse('text')).toBeUndefined();
});
