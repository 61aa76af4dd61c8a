import request from 'supertest';
import { mount, testApp } from '../testing/__testUtils__/browser';
import { canaries, testHandshake } from '../testing/__testUtils__/handshake';

describe('binding without a browser', () => {
  const post = (token: string, body: object) =>
    request(testApp(testHandshake()))
      .post(`${mount}/bind-noninteractive`)
      .set('Authorization', `Bearer ${token}`)
      .send(body);

  it('responds with the binding response as JSON', async () => {
    const answer = await post(canaries.access, {
      clusterID: 'apps1',
      apis: [
        { group: 'example.test', resource: 'databases' },
        { group: 'example.test', resource: 'caches' },
      ],
    }).expect(200);
    expect(answer.body).toMatchObject({
      apiVersion: 'klutch.anynines.com/v1alpha1',
      kind: 'BindingResponse',
      requests: [
        { metadata: { name: 'databases.example.test' } },
        { metadata: { name: 'caches.example.test' } },
      ],
    });
  });

  it.each([
    ['what is not offered', 'bob-access', 'nothing', 404, 'NotOffered'],
    ['what is for others', 'bob-access', 'caches', 404, 'NotOffered'],
    ['an unknown token', 'unknown', 'databases', 401, 'SignInRefused'],
  ])('refuses %s', async (_, token, resource, status, name) => {
    const answer = await post(token, {
      clusterID: 'apps1',
      apis: [{ group: 'example.test', resource }],
    });
    expect([answer.status, answer.body.error.name]).toEqual([status, name]);
  });

  it('requests a token if there is none', async () => {
    const answer = await request(testApp(testHandshake()))
      .post(`${mount}/bind-noninteractive`)
      .send({ clusterID: 'apps1', apis: [] })
      .expect(401);
    expect(answer.get('WWW-Authenticate')).toBe('Bearer');
  });

  it.each([
    ['no cluster id', { apis: [] }],
    ['a blank in the cluster id', { clusterID: 'a b', apis: [] }],
    ['what separates identities', { clusterID: 'a#b', apis: [] }],
    ['a long cluster id', { clusterID: 'x'.repeat(129), apis: [] }],
    ['no resource', { clusterID: 'a', apis: [{ group: 'x.test' }] }],
    ['no plural', { clusterID: 'a', apis: [{ resource: 'Databases' }] }],
    ['no group', { clusterID: 'a', apis: [{ resource: 'x', group: '../y' }] }],
    ['no list', { clusterID: 'a', apis: 'all' }],
    [
      'a long list',
      { clusterID: 'a', apis: Array(51).fill({ resource: 'x' }) },
    ],
  ])('refuses input with %s', async (_, body) => {
    const answer = await post(canaries.access, body);
    expect([answer.status, answer.body.error.name]).toEqual([
      400,
      'InvalidRequest',
    ]);
  });
});
