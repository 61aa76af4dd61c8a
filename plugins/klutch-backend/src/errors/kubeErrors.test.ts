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
    'You may not order PostgreSQL "db" in namespace team-a on Apps. Ask whoever runs Apps for the right; it knows you as klutch:alice.',
  ],
  [
    api(
      403,
      'Forbidden',
      'users "klutch:alice" is forbidden: User "klutch-portal" cannot impersonate resource "users"',
    ),
    403,
    "The portal may not act as klutch:alice on Apps. Ask an operator to apply the portal's roles there for you and your groups.",
  ],
  [api(404, 'NotFound'), 404, 'PostgreSQL "db" does not exist on Apps.'],
  [
    api(404, 'NotFound', 'no CRD', { objectName: undefined }),
    404,
    'Apps does not know this kind of service any more. Ask an operator whether it is still bound there.',
  ],
  [
    api(409, 'AlreadyExists'),
    409,
    'PostgreSQL "db" exists already on Apps. Choose another name.',
  ],
  [
    api(409, 'Conflict'),
    409,
    'PostgreSQL "db" changed on Apps in the meantime. Look at it again, then repeat what you did.',
  ],
  [
    api(401, 'Unauthorized'),
    503,
    "Apps does not accept the portal's own credentials any more. Ask an operator to give the portal another kubeconfig.",
  ],
  [
    api(429, 'TooManyRequests'),
    503,
    'Apps could not do this now (TooManyRequests). Try again in a moment.',
  ],
])('puts %s in words', async (error, status, message) => {
  expect(await responseTo(error)).toMatchObject({ status, message });
});

it('names fields that the schema does not know', async () => {
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

it('says what is possible, and not that other rules were skipped', async () => {
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
        message: '"tiny" is not possible here. Possible are: "small", "big".',
      },
    ],
  });
});

it('says 503 when a cluster does not answer', async () => {
  const error = new ConnectionError('connect ECONNREFUSED 10.0.0.1:6443', {
    failure: 'unreachable',
    server: 'https://10.0.0.1:6443',
  });
  const answer = await responseTo(error);
  expect(answer.status).toBe(503);
  expect(answer.message).toMatch(/^Apps cannot be reached now\./);
  expect(answer.message).not.toContain('ECONNREFUSED');
});

it("gives each field its author's words", async () => {
  const error = api(422, 'Invalid', 'is invalid', {
    causes: [
      { field: 'spec.plan', message: 'Invalid value: "huge": choose nano' },
      { field: 'spec', message: 'Invalid value: "object": fixed for life' },
      { field: 'spec.plan', message: 'Invalid value: choose nano' },
      { field: 'spec.size', message: 'Invalid value: 3: must be even' },
      { message: 'Required value' },
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
    ],
  });
});

it('passes on what the binding backend says, with a fitting status', async () => {
  const error = await mapBindingErrors(errorContext, () =>
    Promise.reject(new BindingError('NotOffered', 'It is not offered.')),
  ).catch((e: unknown) => e);
  expect(errorResponse(error)).toMatchObject({
    status: 404,
    body: { error: { message: 'It is not offered.' } },
  });
});

it('leaves errors without words to the log', () => {
  expect(errorResponse(new TypeError('x is undefined'))).toBeUndefined();
  expect(errorResponse('text')).toBeUndefined();
});
