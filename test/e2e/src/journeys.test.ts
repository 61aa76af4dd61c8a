/** Journeys of the portal that take too long for `npm test`. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { DEVELOPER_NAMESPACE } from '@klutch/sandbox';
import { execa } from 'execa';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import {
  chooseAction,
  createBinding,
  deleteInstance,
  instancePath,
  orderInstance,
  postgresql,
  READY_TIMEOUT_MS,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(300_000);

const name = `orders-${Date.now().toString(36)}`;

/** Until a notification is there: the portal looks for problems once a minute. */
const NOTIFIED_TIMEOUT_MS = 60_000 + READY_TIMEOUT_MS;

/** An instance of the developers that the provider refuses. */
const refusedInstance = (refused: string) => ({
  apiVersion: 'anynines.com/v1',
  kind: 'PostgresqlInstance',
  metadata: {
    name: refused,
    annotations: { 'klutch.anynines.com/owner': 'group:default/developers' },
  },
  spec: { service: 'a9s-postgresql15', plan: 'postgresql-replica-small' },
});

/** The items of an instance's menu that can be chosen. */
async function liveMenuItems(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const items = page.locator('[role=menuitem]:not([aria-disabled=true])');
  await page.getByRole('menuitem').first().waitFor();
  const texts = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
}

describeLong('in a browser', () => {
  let portal: PortalInBrowser;
  const openInstance = (page: Page) =>
    page.goto(`${portal.state.url}/klutch/${instancePath(name)}`);
  const kubectl = (...args: string[]) =>
    execa(portal.state.kubectl, [
      `--kubeconfig=${portal.state.kubeconfigs.appCluster}`,
      `--namespace=${DEVELOPER_NAMESPACE}`,
      ...args,
    ]);

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    const { page } = await portal.signIn('alice');
    await orderInstance(page, name);
    await waitForState(page, 'Ready');
    await createBinding(page);
    await portal.closeWindows();
  });

  afterAll(() => portal?.stop());

  afterEach(() => portal.closeWindows());

  it('a guest, who may only read, finds no button that works', async () => {
    const { page, screenshot } = await portal.signIn('guest');
    await openInstance(page);
    await waitForState(page, 'Ready');
    await expect(liveMenuItems(page)).resolves.toEqual([]);
    for (const action of ['Back up now', 'Create binding']) {
      const button = page.getByRole('button', { name: action }).first();
      await expect(button.isDisabled()).resolves.toBe(true);
    }
    await page.getByRole('tab', { name: 'Connect' }).click();
    for (const action of [/^Reveal/, /^Rotate/, /^Delete/]) {
      const button = page.getByRole('button', { name: action }).first();
      await expect(button.isDisabled()).resolves.toBe(true);
    }
    await page.goto(`${portal.state.url}/klutch/instances`);
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    for (const action of ['Back up now', 'Protect from deletion']) {
      const button = page.getByRole('button', { name: action });
      await expect(button.isDisabled()).resolves.toBe(true);
    }
    await screenshot('60-read-only');
    await page.goto(`${portal.state.url}/klutch`);
    const create = page.getByRole('button', { name: /^Create a / }).first();
    await create.waitFor();
    await expect(create.isDisabled()).resolves.toBe(true);
  });

  it('a developer sees what somebody else changed meanwhile, and decides', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    await openInstance(page);
    await waitForState(page, 'Ready');
    await chooseAction(page, 'Edit settings…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Max connections').fill('15');
    const others = { spec: { parameters: { maxConnections: 12 } } };
    await kubectl(
      ...[
        'patch',
        postgresql,
        name,
        '--type=merge',
        '-p',
        JSON.stringify(others),
      ],
    );
    const apply = dialog.getByRole('button', {
      name: 'Apply my changes anyway',
    });
    await apply.waitFor();
    await screenshot('61-conflict');
    await apply.click();
    await dialog.waitFor({ state: 'detached' });
    const { stdout } = await kubectl(
      ...[
        'get',
        postgresql,
        name,
        '-o=jsonpath={.spec.parameters.maxConnections}',
      ],
    );
    expect(stdout).toBe('15');
  });

  it('a developer sees that an instance is changed in its Git repository', async () => {
    const { page, screenshot } = await portal.signIn('alice');
    await openInstance(page);
    await waitForState(page, 'Ready');
    const label = 'kustomize.toolkit.fluxcd.io/name';
    await kubectl('label', postgresql, name, `${label}=databases`);
    await page.getByText(`Flux manages ${name}`).waitFor();
    await screenshot('62-gitops');
    const items = await liveMenuItems(page);
    expect(items).toContain('Protect from deletion');
    for (const action of ['Change plan…', 'Edit settings…', 'Delete…']) {
      expect(items).not.toContain(action);
    }
    await kubectl('label', postgresql, name, `${label}-`);
    await page.getByText(`Flux manages ${name}`).waitFor({ state: 'detached' });
  });

  it('a developer is notified of an instance that has failed, and opens it from the notification', async () => {
    const refused = `${name}-refused`;
    const { page, screenshot } = await portal.signIn('alice');
    await execa(
      portal.state.kubectl,
      [
        `--kubeconfig=${portal.state.kubeconfigs.appCluster}`,
        `--namespace=${DEVELOPER_NAMESPACE}`,
        ...['apply', '-f', '-'],
      ],
      { input: JSON.stringify(refusedInstance(refused)) },
    );
    // On the page that is open, as it arrives.
    await page
      .getByText(`${refused} has failed`)
      .waitFor({ timeout: NOTIFIED_TIMEOUT_MS });
    await screenshot('64-notified');
    await page.getByRole('link', { name: /^Notifications/ }).click();
    const notification = page.getByRole('link', {
      name: `${refused} has failed`,
    });
    await notification.waitFor();
    await screenshot('65-notifications');
    await notification.click();
    await waitForState(page, 'Failed');
    expect(new URL(page.url()).pathname).toBe(
      `/klutch/${instancePath(refused)}`,
    );
    await deleteInstance(page, refused);
  });

  it('instances of an app cluster that is away stay listed, and are current when it is back', async () => {
    const kubeconfig = await readFile(
      portal.state.kubeconfigs.appCluster,
      'utf8',
    );
    const port = /server: .*:(\d+)/.exec(kubeconfig)?.[1];
    const signal = (sent: 'STOP' | 'CONT') =>
      execa('pkill', [
        `-${sent}`,
        '-f',
        `kube-apiserver .*--secure-port=${port}( |$)`,
      ]);
    const { page, screenshot } = await portal.signIn('alice');
    await page.goto(`${portal.state.url}/klutch/instances`);
    const row = page.getByRole('row', {
      name: new RegExp(name),
    });
    await row.getByText('Ready', { exact: true }).waitFor();
    await signal('STOP');
    try {
      await row
        .getByText('Unknown', { exact: true })
        .waitFor({ timeout: READY_TIMEOUT_MS });
      await page
        .getByText('Development apps cannot be reached')
        .first()
        .waitFor();
      await screenshot('63-away');
    } finally {
      await signal('CONT');
    }
    await row
      .getByText('Ready', { exact: true })
      .waitFor({ timeout: READY_TIMEOUT_MS });
    const notice = page.getByText('Development apps cannot be reached');
    await notice.first().waitFor({ state: 'detached' });
    await expect(notice.count()).resolves.toBe(0);
  });
});
