import { renderInTestApp } from '@backstage/frontend-test-utils';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ServiceDetail } from '../api/types';
import { SettingsForm } from './SettingsForm';
import type { SettingsValue } from './form';
import type { Node } from './node';
import { useSettingsForm } from './useSettingsForm';

const connection = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'integer', maximum: 65535 },
    secret: { type: 'object', properties: { key: { type: 'string' } } },
  },
  oneOf: [{ required: ['secret'] }, { required: ['host', 'port'] }],
};

function TestForm(props: {
  spec: Node;
  start: Node;
  onValue: (settings: Node, valid: boolean) => void;
}) {
  const [service] = useState(
    (): Pick<ServiceDetail, 'schema' | 'versions' | 'plans'> => ({
      schema: { properties: { spec: { type: 'object', ...props.spec } } },
      versions: [],
      plans: [],
    }),
  );
  const settings = useSettingsForm(service, {});
  const [value, setValue] = useState(
    () => (settings?.toData(props.start) ?? {}) as SettingsValue['form'],
  );
  return (
    settings && (
      <SettingsForm
        settings={settings}
        value={value}
        errors={{}}
        rules={{ schema: service.schema, others: {} }}
        onChange={(next, valid) => {
          setValue(next.form);
          props.onValue(next.settings, valid);
        }}
      />
    )
  );
}

function renderForm(spec: Node, start: Node = {}) {
  const onValue = jest.fn();
  renderInTestApp(<TestForm spec={spec} start={start} onValue={onValue} />);
  return onValue;
}

const choose = async (name: string) => {
  await userEvent.click(await screen.findByLabelText('Choice'));
  await userEvent.click(screen.getByRole('option', { name }));
};

it('R18: offers the alternatives of an object, and only sends the fields of the chosen one', async () => {
  const onValue = renderForm({ properties: { connection } });
  await userEvent.type(
    await screen.findByRole('textbox', { name: 'Key' }),
    'a',
  );
  expect(onValue).toHaveBeenLastCalledWith(
    { connection: { secret: { key: 'a' } } },
    true,
  );
  expect(screen.queryByLabelText('Host')).not.toBeInTheDocument();

  await choose('Host, Port');
  await userEvent.type(screen.getByLabelText('Host'), 'db');
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(
    await screen.findByText(
      'Fill in the fields of one choice: Secret; Host, Port.',
    ),
  ).toBeVisible();
  await userEvent.type(screen.getByLabelText('Port'), '70000');
  expect(await screen.findByText('Enter at most 65535.')).toBeVisible();
  expect(onValue).toHaveBeenLastCalledWith(expect.anything(), false);

  await userEvent.clear(screen.getByLabelText('Port'));
  await userEvent.type(screen.getByLabelText('Port'), '5432');
  expect(onValue).toHaveBeenLastCalledWith(
    { connection: { host: 'db', port: 5432 } },
    true,
  );
});

it('R18: shows the alternative of present values, and leaves it unset when nothing is entered', async () => {
  const present = { connection: { name: 'x', host: 'db', port: 5432 } };
  const onValue = renderForm({ properties: { connection } }, present);
  expect(await screen.findByLabelText('Host')).toHaveValue('db');
  await userEvent.clear(screen.getByLabelText('Host'));
  await userEvent.clear(screen.getByLabelText('Port'));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Name' }));
  expect(onValue).toHaveBeenLastCalledWith({}, true);
  expect(screen.queryByText(/^Fill in the fields/)).not.toBeInTheDocument();
});

it('R18: keeps an empty alternative that was chosen, whatever another one contains', async () => {
  renderForm({ properties: { connection } });
  await choose('Host, Port');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'ab');
  expect(screen.getByLabelText('Host')).toBeVisible();
});

it('R18: offers all fields of an anyOf together, also at the top and inside a list', async () => {
  const text = { type: 'string' };
  const limits = {
    properties: { days: { type: 'integer' }, count: { type: 'integer' } },
    anyOf: [{ required: ['days'] }, { required: ['count'] }],
  };
  const onValue = renderForm({
    properties: {
      list: { type: 'array', items: connection },
      ...limits.properties,
      mode: { type: 'string', anyOf: [{ enum: ['a'] }, { enum: ['b'] }] },
      free: { ...text, oneOf: [{ pattern: '^a' }, { pattern: '^b' }] },
    },
    anyOf: limits.anyOf,
  });
  await choose('Days, Count');
  await userEvent.type(screen.getByLabelText('Days'), '7');
  await userEvent.type(screen.getByLabelText('Count'), '3');
  await userEvent.type(screen.getByLabelText('Free'), 'axe');
  await userEvent.click(screen.getByLabelText('Mode'));
  await userEvent.click(screen.getByRole('option', { name: 'b' }));
  expect(onValue).toHaveBeenLastCalledWith(
    { days: 7, count: 3, free: 'axe', mode: 'b' },
    true,
  );
  await userEvent.click(screen.getByRole('button', { name: /Add entry/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Key' }), 'k');
  expect(onValue.mock.lastCall?.[0]).toMatchObject({
    list: [{ secret: { key: 'k' } }],
  });
});

it('neither adds nor drops an empty list in an entry of a list that is edited', async () => {
  const list = { type: 'array', items: { type: 'string' } };
  const rule = {
    type: 'object',
    properties: { name: { type: 'string' }, tags: list },
  };
  const onValue = renderForm(
    { properties: { rules: { type: 'array', items: rule }, hosts: list } },
    { rules: [{ name: 'a', tags: [] }, { name: 'b' }] },
  );
  const [name] = await screen.findAllByLabelText('Name');
  await userEvent.type(name!, 'c');
  expect(onValue).toHaveBeenLastCalledWith(
    { rules: [{ name: 'ac', tags: [] }, { name: 'b' }] },
    true,
  );
});
