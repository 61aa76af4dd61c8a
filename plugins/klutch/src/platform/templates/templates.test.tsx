/** The page of the export templates. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  api,
  exportTemplate,
  oscar,
  placeSecrets,
  service,
  servicebindings,
} from '../../__testUtils__/fixtures';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { renderPortal } from '../../__testUtils__/renderPortal';
import { violationsOf } from '../../__testUtils__/violationsOf';

const instances = api(service('instance'));
const bindings = api(service('binding'), {
  title: 'Service binding',
  boundOn: [],
});

function operatorPortal() {
  const portal = new FakePortal();
  portal.me = oscar;
  portal.apis = [instances, bindings];
  portal.templates = [exportTemplate(instances)];
  return portal;
}

const page = '/klutch-platform/export-templates';

async function open(portal: FakePortal, button: string) {
  const rendered = renderPortal(portal, page);
  await userEvent.click(await screen.findByLabelText(button));
  return { ...rendered, dialog: () => within(screen.getByRole('dialog')) };
}

/** By its text, because roles take long in a dialog with this many fields. */
const button = (text: string): HTMLElement => {
  const found = screen.getByText(text).closest('button');
  if (!found) throw new Error(`${text} is no button`);
  return found;
};

const isClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('lists every API, offered or not, with the state of its schema, and finds them', async () => {
  const portal = operatorPortal();
  portal.apis[0] = {
    ...instances,
    schema: {
      state: 'Waiting',
      cluster: 'apps-dev',
      message: 'Approve the new schema.',
    },
  };
  portal.templates.push({
    ...exportTemplate(instances),
    resource: 'gone.example.com',
    title: 'gone.example.com',
    problem: 'The control plane has no such API.',
  });
  renderPortal(portal, page);
  const row = (await screen.findByText('PostgreSQL')).closest('tr');
  await waitFor(() =>
    expect(row).toHaveTextContent(
      '1 app clusterDevelopment appsChange not installed on Development apps yetApprove the new schema.',
    ),
  );
  expect(screen.getByText('Offered, with a problem')).toBeVisible();
  expect(screen.getByText('Not offered')).toBeVisible();

  await userEvent.click(screen.getByLabelText('Search APIs'));
  await userEvent.paste('servicebind');
  expect(screen.queryByText('PostgreSQL')).not.toBeInTheDocument();
  expect(screen.getByText('Service binding')).toBeVisible();
});

it('offers an API with claims that are edited field by field, after the control plane checked it', async () => {
  const portal = operatorPortal();
  portal.audienceRules = {
    byDefault: {},
    issuers: ['klutch-portal', 'https://sso.example.com'],
    needsIssuer: true,
  };
  portal.apiVersions = [
    {
      ...{ name: 'v1', served: true, storage: true, deprecated: false },
      schema: {
        properties: { spec: { properties: { plan: { type: 'string' } } } },
      },
    },
  ];
  const { dialog } = await open(portal, 'Offer Service binding');
  expect(dialog().getByText(/^May place Secrets into /)).toBeVisible();
  await userEvent.click(dialog().getByText('Fields of the API'));
  expect(await dialog().findByText('spec.plan')).toBeVisible();
  await userEvent.click(dialog().getByText('Add claim'));
  const check = button('Check');
  expect(check).toBeDisabled();
  const claim = within(screen.getByRole('group', { name: 'Claim 2' }));
  await userEvent.click(claim.getByLabelText('Resource'));
  await userEvent.paste('secrets');
  await userEvent.click(claim.getByRole('button', { name: /^Owner/ }));
  await userEvent.click(
    screen.getByText('The app cluster: the service reads its objects'),
  );
  expect(claim.getByText(/^May read every Secret in /)).toBeVisible();
  expect(claim.getByText(/^High risk: May read every Secret/)).toBeVisible();
  await userEvent.click(claim.getByText('Which objects'));
  await userEvent.click(await claim.findByLabelText('Names'));
  await userEvent.paste('app-login, app-tls');
  expect(claim.getByText(/^Medium risk: May read the cred/)).toBeVisible();

  await userEvent.click(dialog().getByLabelText('Only some'));
  expect(
    dialog().getByText('Choose an issuer, or name a group or a person.'),
  ).toBeVisible();
  expect(check).toBeDisabled();
  const partners = dialog().getByLabelText(
    'Everybody of https://sso.example.com',
  );
  await userEvent.click(dialog().getByLabelText('Everybody of this portal'));
  await userEvent.click(partners);
  await userEvent.click(dialog().getByLabelText('Everybody of this portal'));
  await userEvent.click(dialog().getByLabelText('Groups'));
  await userEvent.paste('developers');
  expect(
    dialog().getByText('Needs its issuer to match anybody: developers'),
  ).toBeVisible();
  expect(check).toBeDisabled();
  await userEvent.clear(dialog().getByLabelText('Groups'));
  await userEvent.paste('klutch-portal#developers');
  await userEvent.click(check);

  expect(
    await screen.findByText(/^The control plane accepts this from you/),
  ).toBeVisible();
  expect(
    screen.getByText(
      'Who may bind it: Everybody of https://sso.example.com, klutch-portal#developers',
    ),
  ).toBeVisible();
  const { text: _text, whole: _whole, ...suggested } = placeSecrets[0]!;
  const body = {
    resource: servicebindings,
    claims: [
      suggested,
      {
        group: '',
        resource: 'secrets',
        version: 'v1',
        selector: { owner: 'Consumer', names: ['app-login', 'app-tls'] },
      },
    ],
    audience: {
      groups: ['klutch-portal#developers'],
      issuers: ['https://sso.example.com'],
    },
  };
  await userEvent.click(button('Offer API'));
  await isClosed();
  const [preview, offer] = portal.callsOf('POST');
  expect(preview).toMatchObject({
    path: '/platform/export-template-previews',
    body,
  });
  expect(offer).toMatchObject({ path: '/platform/export-templates', body });
});

it('does not offer what the control plane refuses, and gives the manifest to somebody who may', async () => {
  const portal = operatorPortal();
  portal.templatePreview = {
    refusal: {
      message: 'You may not offer Service binding.',
      causes: [{ field: 'spec.permissionClaims[0]', message: 'is wrong' }],
    },
  };
  const { dialog } = await open(portal, 'Offer Service binding');
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await userEvent.click(button('Check'));
  expect(
    await screen.findByText('The control plane would not accept this from you'),
  ).toBeVisible();
  expect(screen.getByText('spec.permissionClaims[0]')).toBeVisible();
  expect(button('Offer API')).toBeDisabled();
  expect(screen.getByLabelText('The manifest')).toHaveTextContent(
    'kind: APIServiceExportTemplate',
  );
  expect(screen.getByLabelText('Commands for kubectl')).toHaveTextContent(
    'kubectl apply --server-side',
  );
  await userEvent.click(button('Back'));
  expect(dialog().getByText(/^May place Secrets into /)).toBeVisible();
});

it('edits an offer with its changes and its effect, and shows both sides of a conflict', async () => {
  const portal = operatorPortal();
  portal.templates = [exportTemplate(bindings)];
  const [claim] = placeSecrets;
  portal.templatePreview = {
    effects: [
      {
        cluster: 'apps-dev',
        clusterNamespace: 'cluster-x1',
        added: [],
        changed: placeSecrets,
        removed: [],
      },
    ],
  };
  const { dialog, signals } = await open(
    portal,
    'Edit the offer of Service binding',
  );
  await userEvent.click(await dialog().findByLabelText(/^Required/));
  await userEvent.click(button('Check'));
  expect(await screen.findByText(/^Keeps what was accepted/)).toBeVisible();
  expect(screen.getByText('secrets/v1 Provider › required')).toBeVisible();
  expect(screen.getByText('new: true')).toBeVisible();

  portal.templateResourceVersion = '2';
  portal.templates = [
    {
      ...exportTemplate(bindings),
      claims: [{ ...claim!, autoDonate: true }],
    },
  ];
  await signals.send({ topic: 'platform' });
  expect(
    await screen.findByText('Somebody else has changed this offer meanwhile'),
  ).toBeVisible();
  expect(screen.getByText('secrets/v1 Provider › autoDonate')).toBeVisible();
  expect(screen.getByText('secrets/v1 Provider › required')).toBeVisible();
  await userEvent.click(button('Keep mine'));
  await userEvent.click(await screen.findByText('Change offer'));
  await isClosed();
  expect(portal.callsOf('PUT').map(({ body }) => body)).toMatchObject([
    {
      resourceVersion: '2',
      claims: [{ resource: 'secrets', required: true }],
      audience: {},
    },
  ]);
});

it('changes who may bind, and no list that stays empty', async () => {
  const portal = operatorPortal();
  portal.templates = [
    { ...exportTemplate(bindings), audience: { groups: ['dba'] } },
  ];
  const { dialog } = await open(portal, 'Edit the offer of Service binding');
  const field = (name: RegExp) => dialog().getByRole('textbox', { name });
  await dialog().findByRole('textbox', { name: /^Groups/ });
  await userEvent.clear(field(/^Groups/));
  expect(
    dialog().getByText('Choose an issuer, or name a group or a person.'),
  ).toBeVisible();
  expect(button('Check')).toBeDisabled();
  await userEvent.click(field(/^Groups/));
  await userEvent.paste('dba\nweb');
  await userEvent.click(button('Check'));
  expect(await screen.findByText('Change offer')).toBeVisible();
  expect(screen.queryByText(/Nobody/)).toBe(null);
  await userEvent.click(screen.getByText('Change offer'));
  await isClosed();
  expect(portal.callsOf('PUT').map(({ body }) => body)).toMatchObject([
    { audience: { groups: ['dba', 'web'] } },
  ]);
});

it('goes back to an earlier revision, also from a change by kubectl', async () => {
  const portal = operatorPortal();
  portal.templateRevisions = [
    {
      revision: 2,
      recorded: true,
      manager: 'kubectl-edit',
      claims: [],
      audience: { groups: [] },
    },
    {
      revision: 1,
      recorded: true,
      by: 'klutch:olga',
      claims: placeSecrets,
      audience: {},
    },
  ];
  const { dialog } = await open(portal, 'History of the offer of PostgreSQL');
  expect(await screen.findByText('Revision 3 (in effect)')).toBeVisible();
  expect(
    screen.getByText(/outside of the portal, with kubectl-edit/),
  ).toBeVisible();
  expect(screen.getByText(/by klutch:olga/)).toBeVisible();
  await userEvent.click(screen.getByLabelText('Go back to revision 1…'));
  expect(await dialog().findByText(/^May place Secrets into /)).toBeVisible();
  await userEvent.click(button('Check'));
  // The template itself is read first then; its new state is no change by somebody else.
  const respond = portal.delay('GET /platform/apis');
  await userEvent.click(await screen.findByText('Change offer'));
  await isClosed();
  respond();
  expect(portal.callsOf('PUT').map(({ body }) => body)).toMatchObject([
    { resourceVersion: '1', claims: [{ resource: 'secrets' }] },
  ]);
});

it('withdraws an API after showing what depends on it, unless the control plane refuses', async () => {
  const portal = operatorPortal();
  portal.templates.push({ ...exportTemplate(instances), name: 'by-hand' });
  portal.templateDependants = {
    exports: [
      { cluster: 'apps-dev', clusterNamespace: 'cluster-x1', objects: 3 },
    ],
    hiddenExports: 2,
    waitingRequests: 1,
    rolesAreKept: true,
    isOfferedElsewhere: false,
  };
  await open(portal, 'Withdraw PostgreSQL');
  expect(await screen.findByText('Development apps: 3 objects')).toBeVisible();
  expect(screen.getByText(/^2 further app clusters, which/)).toBeVisible();
  expect(screen.getByText(/^1 export request waits/)).toBeVisible();
  await userEvent.click(button('Withdraw API'));
  await waitFor(() =>
    expect(portal.callsOf('DELETE').map(call => call.path)).toEqual([
      '/platform/export-templates/crossplane-system/postgresqlinstances',
      '/platform/export-templates/crossplane-system/by-hand',
    ]),
  );
  cleanup();

  portal.templateDependants = {
    ...portal.templateDependants,
    refusal: { message: 'You may not withdraw it.' },
  };
  await open(portal, 'Withdraw PostgreSQL');
  expect(await screen.findByText('You may not withdraw it.')).toBeVisible();
  expect(button('Withdraw API')).toBeDisabled();
});
