import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Claim } from '../api/types';
import { claim } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import { formOf, problemOf, scheduleOf } from './scheduleForm';

const page =
  '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/backups';

function portalWith(instance: Partial<Claim>): FakePortal {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db', instance)];
  return portal;
}

const section = async () =>
  within(await screen.findByRole('region', { name: 'Schedule' }));

async function openDialog(button: string) {
  const open = await (await section()).findByRole('button', { name: button });
  await waitFor(() => expect(open).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(open);
  return within(screen.getByRole('dialog'));
}

async function choose(field: string, option: string) {
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: RegExp(field) }));
  await userEvent.click(screen.getByRole('option', { name: option }));
}

const changes = (portal: FakePortal) =>
  portal
    .callsOf(
      'PATCH /claims/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    )
    .map(({ body }) => (body as { backupSchedule?: unknown }).backupSchedule);

const befores = (portal: FakePortal) =>
  portal
    .callsOf('PATCH')
    .map(
      ({ body }) =>
        (body as { before?: { backupSchedule?: unknown } }).before
          ?.backupSchedule,
    );

it('a schedule is set, with a suggestion', async () => {
  const portal = portalWith({});
  renderPortal(portal, page);
  expect(
    (await section()).getByText('No backups are taken by themselves.'),
  ).toBeVisible();
  const dialog = await openDialog('Set a schedule…');
  await choose('How often', 'Every week');
  await choose('Day', 'Monday');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('The schedule was saved');
  expect(changes(portal)).toEqual([{ cron: '0 3 * * 1', kept: 7 }]);
  expect(
    await (await section()).findByText('Every Monday at 03:00 UTC'),
  ).toBeVisible();
});

it('a schedule is removed', async () => {
  const portal = portalWith({ backupSchedule: { cron: '30 4 * * *' } });
  renderPortal(portal, page);
  expect(
    await (await section()).findByText('Every day at 04:30 UTC'),
  ).toBeVisible();
  const dialog = await openDialog('Change schedule…');
  await choose('How often', 'Never');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(
    await (await section()).findByText('No backups are taken by themselves.'),
  ).toBeVisible();
  expect(changes(portal)).toEqual([null]);
});

it('a change by somebody else is not overwritten, is shown, and can then be changed', async () => {
  const portal = portalWith({ backupSchedule: { cron: '30 4 * * *' } });
  portal.fail('PATCH', { status: 409, message: 'It was changed.' });
  const { signals } = renderPortal(portal, page);
  const dialog = await openDialog('Change schedule…');
  await choose('How often', 'Every hour');
  const [instance] = portal.claims;
  Object.assign(instance ?? {}, {
    backupSchedule: { cron: '0 5 * * *', kept: 3 },
  });
  await signals.send({ topic: 'claims' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(
    await dialog.findByText(
      'Every day at 05:00 UTC The 3 newest good ones are kept.',
    ),
  ).toBeVisible();
  expect(befores(portal)).toEqual([{ cron: '30 4 * * *' }]);
  portal.clearFailures();
  await userEvent.click(save);
  await screen.findByText('The schedule was saved');
  expect(befores(portal).at(-1)).toEqual({ cron: '0 5 * * *', kept: 3 });
});

it('a change by somebody else after another failure is not overwritten either', async () => {
  const portal = portalWith({ backupSchedule: { cron: '30 4 * * *' } });
  portal.fail('PATCH', { status: 503, message: 'Away.' });
  const { signals } = renderPortal(portal, page);
  const dialog = await openDialog('Change schedule…');
  await choose('How often', 'Every hour');
  const save = dialog.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(await dialog.findByText('Away.')).toBeVisible();
  const [instance] = portal.claims;
  Object.assign(instance ?? {}, { backupSchedule: { cron: '0 5 * * *' } });
  await signals.send({ topic: 'claims' });
  await userEvent.click(save);
  await waitFor(() => expect(befores(portal)).toHaveLength(2));
  expect(befores(portal).at(-1)).toEqual({ cron: '30 4 * * *' });
});

describe('with backups of an earlier schedule', () => {
  const earlier = [21, 22, 23].map(day =>
    claim('backup', `b${day}`, { scheduledAt: `2026-11-${day}T03:00:00.000Z` }),
  );

  it('suggests to keep all', async () => {
    const portal = portalWith({});
    portal.claims.push(...earlier);
    renderPortal(portal, page);
    await screen.findByText('b21');
    const dialog = await openDialog('Set a schedule…');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The schedule was saved');
    expect(changes(portal)).toEqual([{ cron: '0 3 * * *' }]);
  });

  it('says how many will be deleted', async () => {
    const portal = portalWith({
      backupSchedule: { cron: '0 3 * * *', kept: 5 },
      createdAt: '2026-01-01T00:00:00Z',
    });
    portal.claims.push(
      ...earlier,
      claim('backup', 'failed', {
        scheduledAt: '2026-11-20T03:00:00.000Z',
        state: 'Failed',
      }),
    );
    renderPortal(portal, page);
    await screen.findByText('b21');
    const dialog = await openDialog('Change schedule…');
    const kept = dialog.getByLabelText('Number to keep');
    await userEvent.clear(kept);
    await userEvent.type(kept, '1');
    expect(
      dialog.getByText(/^3 backups will be deleted after you save/),
    ).toBeVisible();
    await userEvent.clear(kept);
    await userEvent.type(kept, '0');
    expect(dialog.queryByText(/will be deleted after/)).toBe(null);
  });
});

it('says how backups were taken and are kept', async () => {
  const portal = portalWith({
    backupSchedule: { cron: '0 3 * * *', kept: 3 },
    createdAt: '2026-01-01T00:00:00Z',
  });
  const scheduledAt = '2026-11-21T03:00:00.000Z';
  portal.claims.push(
    claim('backup', 'scheduled', { scheduledAt }),
    claim('backup', 'protected', { scheduledAt, protected: true }),
    claim('backup', 'of-an-earlier-instance', {
      scheduledAt,
      createdAt: '2025-12-31T03:00:00Z',
    }),
    claim('backup', 'by-hand'),
  );
  const { signals } = renderPortal(portal, page);
  const textOf = (name: string) => screen.getByText(name).closest('tr');
  const untilDeleted = /By scheduleKept until it is deleted/;
  await screen.findByText('scheduled');
  expect(textOf('scheduled')).toHaveTextContent(
    /By scheduleKept while among the 3 newest successful ones/,
  );
  expect(textOf('protected')).toHaveTextContent(untilDeleted);
  expect(textOf('of-an-earlier-instance')).toHaveTextContent(untilDeleted);
  expect(textOf('by-hand')).toHaveTextContent(
    /By handKept until it is deleted/,
  );

  for (const [kept, text] of [
    [1, /By scheduleKept while it is the newest successful one/],
    [undefined, untilDeleted],
  ] as const) {
    const [instance] = portal.claims;
    Object.assign(instance ?? {}, {
      backupSchedule: { cron: '0 3 * * *', kept },
    });
    await signals.send({ topic: 'claims' });
    await waitFor(() => expect(textOf('scheduled')).toHaveTextContent(text));
  }
});

it('says which field cannot be used', async () => {
  const portal = portalWith({ backupSchedule: { cron: '*/5 * * * *' } });
  renderPortal(portal, page);
  const dialog = await openDialog('Change schedule…');
  const cron = dialog.getByRole('textbox', { name: 'Cron expression' });
  expect(cron).toHaveValue('*/5 * * * *');
  await userEvent.clear(cron);
  expect(dialog.getByText('Enter five fields.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it.each([
  [
    'a backup that is missing',
    { nextAt: '2026-11-27T03:00:00Z', overdueSince: '2026-11-26T03:00:00Z' },
    /^The backup of Nov 26, 2026, 3:00 AM UTC is missing$/,
  ],
  ['a schedule that is none', {}, 'The schedule is not carried out'],
])('shows %s', async (_, backupTimes, text) => {
  const portal = portalWith({ backupSchedule: { cron: '0 3 * * *' } });
  portal.backupTimes = backupTimes;
  renderPortal(portal, page);
  expect(await (await section()).findByText(text)).toBeVisible();
});

it.each([
  ['0 * * * *', 'hourly'],
  ['5 4 * * *', 'daily'],
  ['0 3 * * 6', 'weekly'],
  ['5 * * * *', 'custom'],
  ['0 3 1 * *', 'custom'],
  ['0 24 * * *', 'custom'],
  ['0 3 * * 7', 'custom'],
])('keeps %s as it is, as %s', (cron, frequency) => {
  const form = formOf({ cron, kept: 3 });
  expect(form.frequency).toBe(frequency);
  expect(scheduleOf(form)).toEqual({ cron, kept: 3 });
});

it.each([
  [{ frequency: 'daily', time: '24:00' }, 'time'],
  [{ frequency: 'custom', cron: '0 3 * *' }, 'cron'],
  [{ kept: '0' }, 'kept'],
  [{ kept: '1001' }, 'kept'],
  [{ kept: '' }, undefined],
  [{ frequency: 'off', kept: 'x' }, undefined],
] as const)('finds the problem of %j', (more, problem) => {
  expect(problemOf({ ...formOf(undefined), ...more })).toBe(problem);
});
