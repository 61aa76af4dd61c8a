import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONTROL_PLANE_NAME, explain } from './explain';
import { explainRule } from './explainRule';

it.each([
  explain('PlanLimit', { limit: '64mb' }),
  explain('ServiceIsFixed'),
  explain('PlanTopologyIsFixed', { from: 'single', to: 'replica' }),
  explain('BindingFieldIsFixed', { field: 'instanceRef' }),
])('gives rules of this project their reason: %o', explanation => {
  expect(explainRule(explanation.message)).toEqual({
    params: {},
    ...explanation,
  });
});

it.each([
  [
    'The control plane is unreachable. The portal keeps trying to connect.',
    explain('ClusterUnreachable', { cluster: CONTROL_PLANE_NAME }),
  ],
  [
    'The portal is connecting to the control plane.',
    explain('ClusterConnecting', { cluster: CONTROL_PLANE_NAME }),
  ],
])('begins sentences with a capital letter: %s', (text, { message }) => {
  expect(message).toBe(text);
});

describe('the rules of the services of this project', () => {
  const apis = resolve(__dirname, '../../../../crossplane/apis');
  const messages = readdirSync(apis).flatMap(api =>
    readFileSync(resolve(apis, api, 'definition.yaml'), 'utf8')
      .split('\n')
      .flatMap(line => /^\s+message: (.+)$/.exec(line)?.[1] ?? [])
      .map(message => message.replace(/^"(.*)"$/, '$1')),
  );

  it.each([...new Set(messages)])('%s', message => {
    expect(explainRule(message)).toMatchObject({
      message,
      reason: expect.any(String),
    });
  });
});

it('leaves the messages of other rules as they are', () => {
  for (const message of [
    'must be at most 20 with this plan',
    'Because the plan cannot shrink',
  ])
    expect(explainRule(message)).toEqual({ message });
});
