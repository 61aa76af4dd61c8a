import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { NotFoundError } from '@backstage/errors';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import express from 'express';
import request from 'supertest';
import { InvalidError } from '../errors/InvalidError';
import { Callers } from '../identity/Caller';
import { mappingStrategy } from '../identity/kubernetesIdentity';
import type { Handlers } from './handlers';
import { createRouter } from './router';

const base = '/api/klutch';

/** The router, mounted at Backstage's path, with the given handlers. */
function start(handlers: Partial<Record<keyof Handlers, jest.Mock>>) {
  const logger = mockServices.logger.mock();
  const callers = new Callers({
    auth: mockServices.auth(),
    userInfo: mockServices.userInfo(),
    permissions: mockServices.permissions(),
    strategy: mappingStrategy({
      userPrefix: 'klutch:',
      groupPrefix: 'klutch:',
    }),
  });
  const app = express();
  app.use(
    base,
    createRouter({
      httpAuth: mockServices.httpAuth(),
      logger,
      callers,
      handlers: handlers as unknown as Handlers,
    }),
  );
  return { api: request(app), logger };
}

const claim = {
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'backups.anynines.com',
  name: 'b',
  spec: { instanceRef: 'db' },
};

it("passes handlers the document's parameters and the caller", async () => {
  const createClaim = jest.fn().mockResolvedValue({ name: 'b' });
  const { api } = start({ createClaim });
  const answer = await api
    .post(`${base}/claims?dryRun=true`)
    .set('authorization', mockCredentials.user.header('user:default/alice'))
    .send(claim);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ name: 'b' });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(createClaim.mock.calls[0][0]).toMatchObject({
    query: { dryRun: true },
    body: claim,
    caller: {
      person: {
        userRef: 'user:default/alice',
        groups: [],
        kubernetes: { user: 'klutch:alice' },
      },
    },
  });
});

it('reads the reason of a reveal, and asks nobody for one', async () => {
  const revealCredentials = jest.fn().mockResolvedValue({ fields: [] });
  const { api } = start({ revealCredentials });
  const path = `${base}/claims/apps/team-a/servicebindings.anynines.com/b/reveal`;
  await api.post(path).expect(200);
  await api.post(path).send({ reason: 'Incident 7' }).expect(200);
  expect(revealCredentials.mock.calls.map(([{ body }]) => body)).toEqual([
    {},
    { reason: 'Incident 7' },
  ]);
  await api
    .post(path)
    .send({ reason: 'x'.repeat(501) })
    .expect(400);
});

it('distinguishes services from users', async () => {
  const listClaims = jest.fn().mockResolvedValue({ items: [], clusters: [] });
  const { api } = start({ listClaims });
  await api
    .get(`${base}/claims`)
    .set('authorization', mockCredentials.service.header())
    .expect(200);
  expect(listClaims.mock.calls[0][0].caller.person).toBeUndefined();
});

it('responds without a body where the document has none', async () => {
  const { api } = start({ deleteExportTemplate: jest.fn() });
  const answer = await api.delete(
    `${base}/platform/export-templates/crossplane-system/x`,
  );
  expect([answer.status, answer.text]).toEqual([204, '']);
});

it.each([
  ['a missing field', { ...claim, name: undefined }, 'name'],
  ['a wrong type', { ...claim, spec: 'x' }, 'spec'],
])('names the field of %s', async (_, body, field) => {
  const createClaim = jest.fn();
  const { api } = start({ createClaim });
  const answer = await api.post(`${base}/claims`).send(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.name).toBe('InputError');
  expect(answer.body.error.causes[0].field).toBe(field);
  expect(createClaim).not.toHaveBeenCalled();
});

it('explains what the validator refuses', async () => {
  const { api } = start({});
  const causesOf = async (call: 'post' | 'patch', path: string, body: object) =>
    (await api[call](`${base}${path}`).send(body)).body.error.causes;
  const cluster = { title: 'Apps', kubeconfig: 'x' };
  const clusters = '/platform/app-clusters';
  const aClaim = '/claims/apps/team-a/backups.anynines.com/b';
  expect(
    await Promise.all([
      causesOf('post', clusters, cluster),
      causesOf('post', clusters, { ...cluster, id: 'A' }),
      causesOf('post', clusters, { ...cluster, id: 'a', title: '' }),
      causesOf('post', '/claims', { ...claim, owner: 'x'.repeat(301) }),
      causesOf('patch', aClaim, { colour: 'red' }),
      causesOf('patch', aClaim, { protected: 'yes' }),
    ]),
  ).toEqual([
    [{ field: 'id', ...explain('FieldRequired') }],
    [
      {
        field: 'id',
        ...explain('FieldPattern', {
          pattern: '^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$',
        }),
      },
    ],
    [{ field: 'title', ...explain('FieldTooShort', { limit: '1' }) }],
    [{ field: 'owner', ...explain('FieldTooLong', { limit: '300' }) }],
    [{ field: 'colour', ...explain('FieldUnknown') }],
    [{ field: 'protected', message: 'must be boolean' }],
  ]);
});

it('refuses paths and parameters that are not in the document', async () => {
  const { api } = start({});
  expect((await api.get(`${base}/nothing`)).status).toBe(404);
  expect((await api.get(`${base}/claims?colour=red`)).status).toBe(400);
  expect((await api.get(`${base}/claims?type=spaceship`)).status).toBe(400);
  const noJson = await api
    .post(`${base}/claims`)
    .set('content-type', 'application/json')
    .send('{');
  expect([noJson.status, noJson.body.error.message]).toEqual([
    400,
    'The body of the request is not JSON.',
  ]);
});

it('refuses callers with invalid credentials', async () => {
  const { api } = start({ getMe: jest.fn() });
  const answer = await api
    .get(`${base}/me`)
    .set('authorization', mockCredentials.user.invalidHeader());
  expect(answer.status).toBe(401);
});

it('responds to errors with status, message and fields', async () => {
  const getClaim = jest
    .fn()
    .mockRejectedValueOnce(new NotFoundError('It is gone.'))
    .mockRejectedValueOnce(
      new InvalidError('It is wrong.', [{ field: 'spec.x', message: 'why' }]),
    );
  const { api } = start({ getClaim });
  const path = `${base}/claims/apps/team-a/backups.anynines.com/b`;
  const gone = await api.get(path);
  expect(gone.status).toBe(404);
  expect(gone.body).toEqual({
    error: { name: 'NotFoundError', message: 'It is gone.' },
    response: { statusCode: 404 },
  });
  const wrong = await api.get(path);
  expect(wrong.status).toBe(422);
  expect(wrong.body.error).toEqual({
    name: 'InputError',
    message: 'It is wrong.',
    causes: [{ field: 'spec.x', message: 'why' }],
  });
});

it('writes unmapped errors to the log only', async () => {
  const { api, logger } = start({
    getMe: jest.fn().mockRejectedValue(new TypeError('x is undefined')),
  });
  const answer = await api.get(`${base}/me`);
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('undefined');
  expect(logger.error).toHaveBeenCalledWith(
    'GET /me failed',
    expect.any(TypeError),
  );
});
