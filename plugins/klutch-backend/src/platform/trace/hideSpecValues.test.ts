import { hideSpecValues } from './hideSpecValues';

const hide = hideSpecValues(
  [
    {
      plan: 'postgresql-single-big',
      parameters: {
        databaseName: 'payroll',
        owners: ['payroll-admin'],
        port: 9,
      },
      instanceRef: 'orders-db',
      compositionRef: { name: 'a9s-postgresql' },
    },
    { plan: 'postgresql-single-big-former' },
  ],
  ['orders-db', 'team-a'],
);

it.each([
  [
    'plan "postgresql-single-big" of payroll is unknown.',
    'plan "…" of … is unknown.',
  ],
  ['payroll-admin may not own payroll.', '… may not own ….'],
  ['The former postgresql-single-big-former.', 'The former ….'],
  ['payrolls stay', 'payrolls stay'],
  ['orders-db in team-a uses a9s-postgresql', undefined],
  [
    'spec.port: Invalid value: 9: must be above 1024',
    'spec.port: Invalid value: …: must be above 1024',
  ],
  [
    'spec.x: Unsupported value: "a \\"b\\" c": supported values: "d"',
    'spec.x: Unsupported value: …: supported values: "d"',
  ],
])('%s', (text, expected = text) => {
  expect(hide(text)).toBe(expected);
});

it('hides refused values of a claim without a spec, too', () => {
  expect(hideSpecValues([undefined], [])('Invalid value: true: no')).toBe(
    'Invalid value: …: no',
  );
});
