/** The rotation of credentials that a workload mounts; too long for `npm test`. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { DEVELOPER_NAMESPACE } from '@klutch/sandbox';
import { execa } from 'execa';
import {
  createBinding,
  deleteInstance,
  orderInstance,
  READY_TIMEOUT_MS,
  revealField,
  rotate,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(300_000);

/** A Deployment that mounts a Secret as a volume. It needs no pods: its template refers to the Secret. */
const deployment = (name: string, secretName: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          {
            name: 'app',
            image: 'example.org/app',
            volumeMounts: [{ name: 'database', mountPath: '/bindings' }],
          },
        ],
        volumes: [{ name: 'database', secret: { secretName } }],
      },
    },
  },
});

describeLong('the rotation of credentials', () => {
  let portal: PortalInBrowser;

  const kubectl = async (args: string[], input?: object) => {
    const { stdout } = await execa(
      portal.state.kubectl,
      [
        `--kubeconfig=${portal.state.kubeconfigs.appCluster}`,
        `--namespace=${DEVELOPER_NAMESPACE}`,
        ...args,
      ],
      { input: JSON.stringify(input) },
    );
    return stdout;
  };
  beforeAll(async () => {
    portal = await PortalInBrowser.start();
  });

  afterAll(() => portal?.stop());

  afterEach(() => portal.closeWindows());

  it('names the workload that mounts the old Secret until it mounts the new one', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    const instance = `mount-${Date.now().toString(36)}`;
    await orderInstance(page, instance);
    await waitForState(page, 'Ready');
    const binding = await createBinding(page);
    await revealField(page, binding, 'uri');
    const app = `${instance}-app`;
    await kubectl(['apply', '-f', '-'], deployment(app, `${binding}-creds`));

    const successor = await rotate(page, binding, async () => {
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`Deployment ${app}`).waitFor();
      const restart = `kubectl -n ${DEVELOPER_NAMESPACE} rollout restart deployment/${app}`;
      await dialog.getByText(restart).waitFor();
      await dialog
        .getByRole('button', { name: `Delete ${binding} anyway` })
        .waitFor();
      await screenshot('70-rotate-mounted');

      const next = await dialog.getByText(/^Both are valid now/).innerText();
      const [, secret = ''] = /to the Secret (\S+), and/.exec(next) ?? [];
      await kubectl(['apply', '-f', '-'], deployment(app, secret));
      await dialog
        .getByText('No workload in the namespace uses the old Secret any more.')
        .waitFor({ timeout: READY_TIMEOUT_MS });
      await screenshot('71-rotate-moved');
    });

    await page
      .getByRole('button', {
        name: `Show the workloads that use ${successor}`,
      })
      .click();
    const mounting = page.getByText(`Deployment ${app}`);
    await mounting.waitFor();
    await expect(mounting.isVisible()).resolves.toBe(true);
    await kubectl(['delete', 'deployment', app]);
    await deleteInstance(page, instance);
  });
});
