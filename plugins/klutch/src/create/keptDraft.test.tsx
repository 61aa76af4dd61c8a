import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakePortal } from '../__testUtils__/FakePortal';
import { postgresql, service, serviceDetail } from '../__testUtils__/fixtures';
import { renderPortal } from '../__testUtils__/renderPortal';
import { initialDraft } from './draft';
import { keepDraft, restoreDraft } from './keptDraft';

const page = `/klutch/create/${postgresql}`;
const notice = 'Your draft was kept.';

beforeEach(() => sessionStorage.clear());

async function fillIn(name: string) {
  await userEvent.click(await screen.findByRole('textbox', { name: 'Name' }));
  await userEvent.paste(name);
  await screen.findByText(`${name} is available.`);
  await userEvent.click(screen.getByRole('button', { name: 'Next: What' }));
  await userEvent.click(
    await screen.findByRole('radio', { name: 'Choose Single small' }),
  );
}

async function leaveAndReturn() {
  await userEvent.click(screen.getByRole('link', { name: 'Services' }));
  await userEvent.click(
    await screen.findByRole('button', { name: 'Create a PostgreSQL instance' }),
  );
  return screen.findByRole('region', { name: 'Summary' });
}

it('keeps another backend and its plan', () => {
  const offer = serviceDetail(service('instance'));
  const plans = { enum: ['postgresql-single-small', 'postgresql-medium'] };
  const rule =
    "(self.compositionRef.name == 'a8s-postgresql') == (self.plan == 'postgresql-medium')";
  const detail = {
    ...offer,
    otherPlans: [
      { value: 'postgresql-medium', title: 'Medium', available: true },
    ],
    schema: {
      properties: {
        spec: {
          properties: { service: { enum: ['a9s-postgresql15'] }, plan: plans },
          'x-kubernetes-validations': [{ rule, message: 'no' }],
        },
      },
    },
  };
  const draft = {
    ...initialDraft(detail, new URLSearchParams()),
    plan: 'postgresql-medium',
    composition: 'a8s-postgresql',
  };
  const preset = new URLSearchParams();
  const key = { user: 'user:default/alice', resource: detail.resource };
  keepDraft(key, { draft, settingsValid: true, preset: '' });
  expect(restoreDraft(key.user, detail, preset)?.draft).toEqual(draft);

  // As an earlier version of the portal kept it.
  const named = { compositionRef: { name: 'a8s-postgresql' } };
  const earlier = { ...draft, composition: '', settings: named, form: named };
  keepDraft(key, { draft: earlier, settingsValid: true, preset: '' });
  expect(restoreDraft(key.user, detail, preset)?.draft).toEqual(draft);
});

describe('a draft of an order', () => {
  it('is kept when a link is followed', async () => {
    renderPortal(new FakePortal(), page);
    await fillIn('orders-db');
    expect(screen.queryByText(notice)).not.toBeInTheDocument();

    const summary = await leaveAndReturn();
    expect(screen.getByText(notice)).toBeVisible();
    expect(summary).toHaveTextContent('Nameorders-db');
    expect(summary).toHaveTextContent('PlanSingle small');
  });

  it('is given up with “Start again”', async () => {
    renderPortal(new FakePortal(), page);
    await fillIn('orders-db');
    await leaveAndReturn();

    await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not kept once it was ordered', async () => {
    renderPortal(new FakePortal(), page);
    await fillIn('orders-db');
    expect(sessionStorage).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    const create = await screen.findByRole('button', {
      name: /^Create orders-db/,
    });
    await waitFor(() => expect(create).toBeEnabled());
    await userEvent.click(create);
    await screen.findByRole('region', { name: 'Instance orders-db' });
    expect(sessionStorage).toHaveLength(0);
  });

  it('cannot be given up, and is forgotten, while and after it is ordered on another page', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillIn('orders-db');
    await leaveAndReturn();
    await userEvent.click(await screen.findByText('Review'));
    const create = await screen.findByRole('button', {
      name: /^Create orders-db/,
    });
    await waitFor(() => expect(create).toBeEnabled());
    const respond = portal.delay('POST /claims');
    await userEvent.click(create);
    expect(screen.getByRole('button', { name: 'Start again' })).toBeDisabled();
    await userEvent.click(screen.getByRole('link', { name: 'Services' }));
    await screen.findByRole('article', { name: 'PostgreSQL' });
    respond();
    expect(
      await screen.findByText('orders-db was ordered'),
    ).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
    expect(screen.getByRole('article', { name: 'PostgreSQL' })).toBeVisible();
  });

  it('tells a refusal on another page, and keeps the draft', async () => {
    const portal = new FakePortal();
    renderPortal(portal, page);
    await fillIn('orders-db');
    await userEvent.click(screen.getByRole('button', { name: 'Next: Review' }));
    const create = await screen.findByRole('button', {
      name: /^Create orders-db/,
    });
    await waitFor(() => expect(create).toBeEnabled());
    portal.fail('POST /claims', { status: 403, message: 'Sold out.' });
    const respond = portal.delay('POST /claims');
    await userEvent.click(create);
    await userEvent.click(screen.getByRole('link', { name: 'Services' }));
    respond();
    expect(
      await screen.findByText('orders-db was not ordered: Sold out.'),
    ).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(1);
  });

  it('is not kept before anything was entered', async () => {
    renderPortal(new FakePortal(), page);
    const summary = await screen.findByRole('region', { name: 'Summary' });
    await waitFor(() => expect(summary).toHaveTextContent('Namespaceteam-a'));
    expect(sessionStorage).toHaveLength(0);
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
  });
});

describe('restoreDraft', () => {
  const offer = serviceDetail(service('instance'));
  const draft = {
    ...initialDraft(offer, new URLSearchParams()),
    name: 'orders-db',
    owner: 'group:default/developers',
    plan: 'postgresql-single-small',
    form: { expose: 'Internal' },
    settings: { expose: 'Internal' },
  };
  const user = 'user:default/alice';
  const key = { user, resource: postgresql };
  const restored = (preset = {}, of = offer) =>
    restoreDraft(user, of, new URLSearchParams(preset));

  it('has nothing where nothing, or nothing readable, was kept', () => {
    expect(restored()).toBeUndefined();
    for (const text of ['{', '{}', 'null', '{"draft":{"name":"a"}}']) {
      sessionStorage.setItem(`klutch.draft.${user}.${postgresql}`, text);
      expect(restored()).toBeUndefined();
    }
  });

  it('keeps the drafts of users and services apart', () => {
    keepDraft(key, { draft, settingsValid: false, preset: '' });
    expect(restored()).toEqual({ draft, settingsValid: false, preset: '' });
    expect(restored({}, { ...offer, resource: 'other.g.io' })).toBeUndefined();
    expect(
      restoreDraft('user:default/bob', offer, new URLSearchParams()),
    ).toBeUndefined();
  });

  it('drops what the service no longer offers', () => {
    keepDraft(key, { draft, settingsValid: true, preset: '' });
    const changed = serviceDetail(service('instance', { versions: [] }), {
      plans: [],
    });
    expect(restored({}, changed)?.draft).toMatchObject({
      name: 'orders-db',
      version: '',
      plan: '',
    });
  });

  it('follows another link to the wizard, and changes after the same link', () => {
    const preset = 'component=component%3Adefault%2Fshop';
    keepDraft(key, { draft, settingsValid: true, preset });
    const componentOf = (component: string) =>
      restored({ component })?.draft.component;
    expect(componentOf('component:default/shop')).toBe('');
    expect(componentOf('component:default/other')).toBe(
      'component:default/other',
    );
  });
});
