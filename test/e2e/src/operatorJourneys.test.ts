/** The journeys of a platform operator through the parts of the data platform; too long for `npm test`. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { APP_CLUSTER, DEVELOPER_NAMESPACE } from '@klutch/sandbox';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import {
  askFor,
  cellsOf,
  checkOffer,
  complete,
  liveButtons,
  rowOf,
  traceClaim,
  unbind,
} from './operatorPages';
import {
  deleteInstance,
  instancePath,
  orderInstance,
  MINUTE_TIMEOUT_MS,
  READY_TIMEOUT_MS,
  waitForState,
} from './portalPages';
import { PortalInBrowser } from './PortalInBrowser';

jest.setTimeout(400_000);

const title = 'Development apps';
const instance = `op-${Date.now().toString(36)}`;
const refused = `${instance}-refused`;

const sections = [
  'export-templates',
  'app-clusters',
  `app-clusters/${APP_CLUSTER}`,
  'exports',
  'control-plane',
  'set-up',
  'trace',
];

const traceSteps = [
  'Request',
  'App cluster',
  'Konnector',
  'Control plane',
  'Composite',
  'Managed resource',
  'Service',
];

/** Buttons that only read or show something. */
const reading =
  /^(?:Service bindings$|Show |More actions$|History of |Check again$|Copy|Older|Newer|Trace$|Upgrade konnector)/;

const changingButtons = async (page: Page) =>
  (await liveButtons(page)).filter(name => !reading.test(name));

const shown = (page: Page, text: string | RegExp) =>
  page
    .getByRole('main')
    .getByText(text)
    .first()
    .waitFor({ timeout: READY_TIMEOUT_MS });

describeLong('the work of a platform operator in a browser', () => {
  let portal: PortalInBrowser;

  const open = (page: Page, section: string) =>
    page.goto(`${portal.state.url}/klutch-platform/${section}`);
  const openAppCluster = (page: Page) =>
    open(page, `app-clusters/${APP_CLUSTER}`);
  /** In the team's namespace on the app cluster. */
  const kubectl = (args: string[], input?: object) =>
    execa(
      portal.state.kubectl,
      [
        `--kubeconfig=${portal.state.kubeconfigs.appCluster}`,
        `--namespace=${DEVELOPER_NAMESPACE}`,
        ...args,
      ],
      { input: input && JSON.stringify(input) },
    );
  const apply = (items: object[]) =>
    kubectl(['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  /** An instance whose plan the provider refuses. */
  const refusedInstance = {
    apiVersion: 'anynines.com/v1',
    kind: 'PostgresqlInstance',
    metadata: { name: refused },
    spec: { service: 'a9s-postgresql15', plan: 'postgresql-replica-small' },
  };

  beforeAll(async () => {
    portal = await PortalInBrowser.start();
    const { page } = await portal.signIn('alice');
    await orderInstance(page, instance);
    await waitForState(page, 'Ready');
    await apply([refusedInstance]);
    await portal.closeWindows();
  });

  afterAll(async () => {
    const { page } = await portal.signIn('alice');
    for (const name of [instance, refused]) {
      await page.goto(`${portal.state.url}/klutch/${instancePath(name)}`);
      await deleteInstance(page, name);
    }
    await portal.stop();
  });

  afterEach(() => portal.closeWindows());

  it('changes a permission claim of an offer after seeing the effect, and goes back to the revision before', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await open(page, 'export-templates');
    await page
      .getByRole('button', { name: 'Edit the offer of Service binding' })
      .click({ timeout: READY_TIMEOUT_MS });
    const secrets = page.getByRole('group', { name: 'Claim 1' });
    await secrets.getByText(/^May place Secrets into/).waitFor();
    await page.getByRole('button', { name: 'Add claim' }).click();
    const settings = page.getByRole('group', { name: 'Claim 3' });
    await settings.getByLabel('Resource').fill('configmaps');
    // On the type and owner of another claim this would be a change, which keeps what was accepted.
    await settings.getByRole('button', { name: /^Owner/ }).click();
    await page.getByRole('option', { name: /^The app cluster: / }).click();
    await settings.getByText('Which objects').click();
    await settings
      .getByLabel('Names', { exact: true })
      .fill(`settings-${instance}`);
    await settings.getByText(/risk: May read the selected objects/).waitFor();
    await screenshot('80-claim-edited');
    const review = await checkOffer(page);
    await review.getByText('new claim').waitFor();
    await rowOf(page, 'What changes on app clusters', title)
      .getByText(/^Waits until somebody accepts it there/)
      .waitFor();
    await screenshot('81-effect');
    await complete(page, 'Change offer');

    await openAppCluster(page);
    await shown(
      page,
      /^Service binding asks for permission claims that nobody/,
    );
    await screenshot('82-claim-waits');

    await open(page, 'export-templates');
    await page
      .getByRole('button', { name: 'History of the offer of Service binding' })
      .click();
    await page.getByText(/^Revision \d+ \(in effect\)$/).waitFor();
    await screenshot('83-history');
    await page
      .getByRole('button', { name: /^Go back to revision/ })
      .first()
      .click();
    await (await checkOffer(page)).getByText('claim removed').waitFor();
    await screenshot('84-back');
    await complete(page, 'Change offer');
    await openAppCluster(page);
    await shown(page, 'Bound APIs');
    const asks = page.getByText(/^Service binding asks for permission claims/);
    await asks.waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
    await expect(asks.count()).resolves.toBe(0);
  });

  it('unbinds a service, and answers the developer who asks for it: with a refusal, then by binding it', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await openAppCluster(page);
    await unbind(page, 'Search', title);
    await page
      .getByRole('button', { name: 'Unbind Search' })
      .waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });

    const { page: alicePage, screenshot: ofAlice } =
      await portal.signIn('alice');
    const answered = (text: string) =>
      rowOf(alicePage, 'Your requests', 'Search')
        .getByText(text, { exact: true })
        .waitFor({ timeout: READY_TIMEOUT_MS });
    await askFor(alicePage, 'Search', 'for the product search');
    await answered('Not answered yet');
    await ofAlice('85-asked');

    await open(page, 'exports');
    const request = rowOf(page, 'Requested services', 'for the product search');
    await request
      .getByRole('button', { name: /^Refuse the request for Search/ })
      .click();
    await page
      .getByRole('dialog')
      .getByLabel('Answer (optional)')
      .fill('Please name the owner.');
    await complete(page, 'Refuse request');
    await answered('Refused');
    await answered('Please name the owner.');
    await ofAlice('86-refused');

    await alicePage
      .getByRole('button', { name: 'Remove the request for Search' })
      .click();
    await askFor(alicePage, 'Search', 'for the product search, owner alice');
    await page
      .getByRole('button', { name: /^Approve the request for Search/ })
      .click({ timeout: READY_TIMEOUT_MS });
    await page
      .getByRole('dialog')
      .getByLabel('Answer (optional)')
      .fill('Bound within the hour.');
    await screenshot('87-approve');
    await page.getByRole('button', { name: 'Approve and go on' }).click();
    await page
      .getByRole('dialog')
      .getByText(`Bind an API to ${title}`)
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await answered('Approved: it will be bound');
    await answered('Bound within the hour.');
    await complete(page, /bind$/i);
    await answered('Bound: can be ordered');
    await ofAlice('88-bound');
    await open(page, 'exports');
    const answeredRequests = rowOf(page, 'Requested services', 'Bound');
    await answeredRequests.first().waitFor();
    await expect(answeredRequests.count()).resolves.toBe(1);
    await screenshot('89-requests');
  });

  it('suspends and resumes an app cluster, rotates its token, and sees what it reports, has and exports', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await openAppCluster(page);
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await screenshot('90-suspend');
    await complete(page, 'Suspend');
    await shown(page, `${title} is suspended: nothing is written`);
    const bound = page.getByRole('list', { name: 'Bound APIs' });
    await bound.getByText('Suspended', { exact: true }).first().waitFor();
    await screenshot('91-suspended');
    await page.getByRole('button', { name: 'Resume…' }).click();
    await complete(page, 'Resume');
    await page
      .getByText(`${title} is suspended: nothing is written`)
      .waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
    await bound
      .getByText('Suspended', { exact: true })
      .first()
      .waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Rotate token…' }).click();
    await complete(page, 'Rotate token');
    await page
      .getByText(`The konnector of ${title} has a new token`)
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await page
      .getByRole('region', { name: 'Overview' })
      .getByText('Healthy', { exact: true })
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await page
      .getByRole('region', { name: 'Heartbeat timeline' })
      .getByText(/^Reports, healthy · v/)
      .first()
      .waitFor({ timeout: MINUTE_TIMEOUT_MS });
    await shown(page, `The certificate of ${title} is valid until`);
    const [, onAppCluster, onControlPlane] = await cellsOf(
      rowOf(page, 'Inventory', 'PostgreSQL'),
    );
    expect(Number(onAppCluster)).toBeGreaterThanOrEqual(2);
    expect(onControlPlane).toBe(onAppCluster);
    await screenshot('92-app-cluster');

    await page.getByRole('link', { name: 'Show exports' }).click();
    const exports = page.getByRole('table', { name: 'Exports', exact: true });
    await exports.getByText('mariadbinstances.anynines.com').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('postgresql');
    await exports
      .getByText('mariadbinstances.anynines.com')
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^State/ }).click();
    await page.getByRole('option', { name: 'Ready' }).click();
    await exports.getByText('postgresqlinstances.anynines.com').waitFor();
    await screenshot('93-exports');
    await page.getByRole('button', { name: /^State/ }).click();
    await page.getByRole('option', { name: 'With a problem' }).click();
    await shown(page, 'Nothing matches these filters.');
  });

  it('approves deletions that the konnector holds back because they are many', async () => {
    const labels = { deletedBy: instance };
    const names = Array.from({ length: 9 }, (_, i) => `${instance}-bulk-${i}`);
    await apply(
      names.map(name => ({
        apiVersion: 'anynines.com/v1',
        kind: 'Backup',
        metadata: { name, labels },
        spec: { instanceRef: refused, serviceInstanceType: 'postgresql' },
      })),
    );
    const selector = `--selector=deletedBy=${instance}`;
    const backups = ['backups.anynines.com', selector];
    await kubectl([
      ...['wait', ...backups, '--timeout=60s'],
      '--for=jsonpath={.metadata.finalizers}',
    ]);
    await kubectl(['delete', ...backups, '--wait=false']);

    const { page, screenshot } = await portal.signIn('oscar');
    await openAppCluster(page);
    const attention = page.getByRole('region', {
      name: 'Needs your attention',
    });
    const waiting = attention.getByText(
      /^\d+ deletions? of Backup waits? for approval$/,
    );
    await waiting.waitFor({ timeout: READY_TIMEOUT_MS });
    await screenshot('93-deletions-wait');
    const remaining = async () =>
      (await kubectl(['get', ...backups, '-o', 'name'])).stdout
        .split('\n')
        .filter(Boolean);
    await expect(remaining()).resolves.not.toEqual([]);
    await attention.getByRole('button', { name: 'Approve…' }).click();
    await complete(page, /^Delete \d+ for good$/);
    await waiting.waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
    await kubectl(['wait', ...backups, '--for=delete', '--timeout=60s']);
    await expect(remaining()).resolves.toEqual([]);
  });

  it('adds an app cluster by a join command, revokes its tokens, and offboards it', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    const leaving = `Leaving ${instance}`;
    await open(page, 'app-clusters');
    await page
      .getByRole('button', { name: 'Add with join command' })
      .click({ timeout: READY_TIMEOUT_MS });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Id', { exact: true }).fill(`leaving-${instance}`);
    await dialog.getByLabel('Title', { exact: true }).fill(leaving);
    await dialog.getByRole('checkbox', { name: 'Backup' }).check();
    await dialog.getByRole('button', { name: 'Create join command' }).click();
    const command = await dialog
      .getByLabel('join command', { exact: true })
      .innerText();
    // The manifest is not applied: the sandbox has no second app cluster, and a konnector is not needed to leave.
    const [, pickUp = ''] =
      /(curl [^|]*--data-urlencode [^|]*)\|/.exec(command) ?? [];
    const { stdout } = await execa('sh', ['-c', pickUp]);
    expect(stdout).toContain('kind: APIServiceBinding');
    await complete(page, 'Close');

    await page.getByRole('link', { name: leaving }).click();
    await page.getByRole('button', { name: 'Revoke tokens…' }).click();
    await screenshot('93-revoke');
    await complete(page, 'Revoke all tokens');
    await page.getByText(`The tokens of ${leaving} are revoked`).waitFor();
    await page
      .getByRole('region', { name: 'Konnector' })
      .getByText('Revoked', { exact: true })
      .waitFor({ timeout: READY_TIMEOUT_MS });

    await page.getByRole('button', { name: 'Offboard…' }).click();
    await dialog
      .getByText(/^Deleted for good on the control plane/)
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await dialog.getByLabel(`Type ${leaving} to confirm`).fill(leaving);
    await screenshot('93-offboard');
    await complete(page, 'Offboard');
    await page.getByText(`${leaving} is being offboarded`).waitFor();
    await page
      .getByRole('link', { name: leaving })
      .waitFor({ state: 'detached', timeout: READY_TIMEOUT_MS });
    await screenshot('93-offboarded');
  });

  it('sees Crossplane, what it runs, and the managed resources of an instance', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await open(page, 'control-plane');
    const components = 'Installed components';
    await rowOf(page, components, 'Function')
      .first()
      .waitFor({ timeout: READY_TIMEOUT_MS });
    await rowOf(page, components, 'XRD').first().waitFor();
    await screenshot('94-control-plane');
    const managed = rowOf(
      page,
      'Managed resources',
      'serviceinstances.dataservices.anynines.com',
    );
    await managed.scrollIntoViewIfNeeded();
    await screenshot('94-managed-resources');
    const [, provider, ready, notReady] = await cellsOf(managed);
    expect(provider).toBe('dataservices.anynines.com');
    expect(Number(ready)).toBeGreaterThanOrEqual(1);
    expect(Number(notReady)).toBeGreaterThanOrEqual(1);
    const [, version, update] = await cellsOf(
      rowOf(page, 'Installed packages and updates', 'latest'),
    );
    expect(version).toBe('latest');
    expect(update).toContain('the portal may not ask process.invalid');
  });

  it('sees the result of each check of the set-up, with the page that explains it', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await open(page, 'set-up');
    const checks = page.getByRole('table', { name: 'Set-up checklist' });
    await checks.waitFor({ timeout: READY_TIMEOUT_MS });
    const rows = checks.getByRole('row');
    await expect(rows.count()).resolves.toBe(10);
    await checks
      .getByText(
        /rights that the portal .* use on the control plane are granted/,
      )
      .waitFor();
    await checks
      .getByText('The portal may act as you (klutch:oscar) and your groups.')
      .waitFor();
    await expect(
      checks.getByText('Failed', { exact: true }).count(),
    ).resolves.toBe(0);
    const links = checks.getByRole('link', { name: 'How to set it up' });
    await expect(links.count()).resolves.toBe(9);
    await screenshot('95-set-up');
  });

  it('traces an instance by its name, step by step, and another to the step that stops it', async () => {
    const { page, screenshot } = await portal.signIn('oscar');
    await open(page, 'trace');
    await traceClaim(page, instance);
    await page
      .getByText('Every step is done.')
      .waitFor({ timeout: READY_TIMEOUT_MS });
    const steps = page.getByRole('table', { name: 'Steps' });
    const [, ...rows] = await steps.getByRole('row').allInnerTexts();
    expect(rows.map(row => row.split(/\n+/).slice(0, 2))).toEqual(
      traceSteps.map(step => [step, expect.stringMatching(/^Done, /)]),
    );
    await screenshot('96-traced');

    await traceClaim(page, refused);
    await page
      .getByText(/^It (?:fails|waits) at this step/)
      .waitFor({ timeout: READY_TIMEOUT_MS });
    const docs = steps.getByRole('link', { name: /^What this means/ }).first();
    await expect(docs.getAttribute('href')).resolves.toMatch(/^https?:.*#/);
    await screenshot('97-stopped');
  });

  it.each(['guest', 'alice'] as const)(
    '%s has no button on any page of the platform, and reads why',
    async user => {
      const { page, screenshot } = await portal.signIn(user);
      for (const section of sections) {
        // The app has no page for them below its own path.
        await page.goto(`${portal.state.url}/klutch/platform/${section}`);
        await shown(page, 'The platform pages are for operators');
        await expect(liveButtons(page)).resolves.toEqual([]);
      }
      await screenshot(`98-${user}`);
    },
  );

  it('an auditor reads every page of the platform and an instance, without a button that changes something', async () => {
    const { page, screenshot } = await portal.signIn('audrey');
    // A trace is for support, and has a permission of its own.
    for (const section of sections.filter(name => name !== 'trace')) {
      await open(page, section);
      await page.getByRole('main').getByRole('table').first().waitFor();
      await expect(changingButtons(page)).resolves.toEqual([]);
    }
    await page.goto(`${portal.state.url}/klutch/${instancePath(instance)}`);
    await waitForState(page, 'Ready');
    await expect(changingButtons(page)).resolves.toEqual([]);
    await screenshot('98-auditor-instance');
  });

  it('a guest has no live button on the page of an instance', async () => {
    const { page, screenshot } = await portal.signIn('guest');
    await page.goto(`${portal.state.url}/klutch/${instancePath(instance)}`);
    await waitForState(page, 'Ready');
    await screenshot('99-guest-instance');
    await expect(changingButtons(page)).resolves.toEqual([]);
  });
});
