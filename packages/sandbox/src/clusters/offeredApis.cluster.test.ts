import { controlPlaneCrds } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import {
  borrowCluster,
  resolveBinary,
  type LocalCluster,
} from '@klutch/local-clusters';
import { apply, kubectlOf, waitForCondition, type Target } from './apply';
import { offerNewApis } from './offeredApis';

jest.setTimeout(120_000);

const template = (name: string) => {
  const [planned] = planTemplate({
    group: 'anynines.com',
    resource: name,
  });
  return { ...planned, metadata: { ...planned.metadata, name } };
};

describe('at a later start of the sandbox', () => {
  let cluster: LocalCluster;
  let target: Target;

  const kubectl = (...args: string[]) =>
    kubectlOf(target)([...args, '--namespace=crossplane-system']);
  const offered = async () =>
    (await kubectl('get', 'apiserviceexporttemplates', '--output=name'))
      .split('\n')
      .filter(Boolean)
      .map(name => name.replace(/^.*\//, ''));

  beforeAll(async () => {
    cluster = await borrowCluster({ name: 'offered-apis' });
    target = {
      kubectl: await resolveBinary('kubectl'),
      kubeconfig: cluster.kubeconfigPath,
    };
    await apply(target, [
      ...['klutch-portal', 'crossplane-system'].map(name => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      })),
      ...controlPlaneCrds,
    ]);
    await waitForCondition(
      target,
      'Established',
      controlPlaneCrds.map(({ metadata }) => `crd/${metadata.name}`),
    );
  });
  afterAll(() => cluster?.stop());
  beforeEach(async () => {
    await kubectl('delete', 'apiserviceexporttemplates', '--all');
    await kubectlOf(target)([
      'delete',
      'configmap/sandbox-offered-apis',
      '--namespace=klutch-portal',
      '--ignore-not-found',
    ]);
    await offerNewApis(target, [template('stores'), template('caches')]);
  });

  it('offers data services that came later', async () => {
    await offerNewApis(target, [template('stores'), template('logs')]);
    expect(await offered()).toEqual(['caches', 'logs', 'stores']);
  });

  it('does not offer again what an operator has withdrawn', async () => {
    await kubectl('delete', 'apiserviceexporttemplates/caches');
    await offerNewApis(target, [template('stores'), template('caches')]);
    expect(await offered()).toEqual(['stores']);
  });

  it('keeps what an operator has changed', async () => {
    const name = 'apiserviceexporttemplates/stores';
    await kubectl(
      'patch',
      name,
      '--type=merge',
      '--patch={"spec":{"permissionClaims":[{"group":"","resource":"secrets","version":"v1","selector":{"owner":"Provider"}}]}}',
    );
    await offerNewApis(target, [template('stores')]);
    expect(
      await kubectl(
        'get',
        name,
        '--output=jsonpath={.spec.permissionClaims[*].resource}',
      ),
    ).toBe('secrets');
  });
});
