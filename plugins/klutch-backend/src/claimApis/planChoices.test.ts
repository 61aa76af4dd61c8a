import { serviceInfo } from './serviceInfo';
import { sampleCrds } from '../testing/__testUtils__/samples';
import {
  planChangesOf,
  plansOf,
  versionChangesOf,
  versionsOf,
} from './planChoices';

it("offers versions and plans by the rules, with the plans' resources", () => {
  const [postgresql] = sampleCrds;
  const described = postgresql && serviceInfo(postgresql);
  if (!described) throw new Error('There is no sample.');
  const info = { ...described, defaultComposition: 'a9s-postgresql' };
  expect(versionsOf(info)).toEqual([
    {
      value: 'a9s-postgresql13',
      title: 'PostgreSQL 13',
      available: false,
      reason: 'Only PostgreSQL 15 runs here.',
    },
    { value: 'a9s-postgresql15', title: 'PostgreSQL 15', available: true },
  ]);
  expect(plansOf(info)[0]).toEqual({
    value: 'postgresql-single-nano',
    title: 'Single nano',
    available: true,
    replicas: 1,
    storage: '100Mi',
  });
});

it('has the plans that the rules let an instance change to, also those that do not run here', () => {
  const [sample] = sampleCrds;
  const described = sample && serviceInfo(sample);
  if (!described) throw new Error('There is no sample.');
  const plan = { enum: ['nano', 'small', 'big'] };
  const info = {
    ...described,
    schema: { properties: { spec: { properties: { plan } } } },
    unavailable: { service: {}, plan: { big: 'Too big for this site.' } },
  };
  expect(planChangesOf(info, { plan: 'nano' })).toMatchObject([
    { value: 'small', available: true },
    { value: 'big', available: false, reason: 'Too big for this site.' },
  ]);
});

it('has the versions that are not lower and run here, with the rule against the change', () => {
  const [sample] = sampleCrds;
  const described = sample && serviceInfo(sample);
  if (!described) throw new Error('There is no sample.');
  const service = {
    enum: ['pg13', 'pg15', 'pg16', 'pg17'],
    'x-kubernetes-validations': [
      { rule: "oldSelf != 'pg15' || self != 'pg17'", message: 'via 16 only' },
    ],
  };
  const info = {
    ...described,
    schema: { properties: { spec: { properties: { service } } } },
    services: { pg16: 'PostgreSQL 16', pg17: 'PostgreSQL 17' },
  };
  const upgrades = [
    { value: 'pg16', title: 'PostgreSQL 16', available: true },
    {
      value: 'pg17',
      title: 'PostgreSQL 17',
      available: false,
      reason: 'via 16 only',
    },
  ];
  expect(versionChangesOf(info, { service: 'pg15' })).toEqual(upgrades);
  const unavailable = { service: { pg17: 'Not here.' }, plan: {} };
  expect(
    versionChangesOf({ ...info, unavailable }, { service: 'pg15' }),
  ).toEqual(upgrades.slice(0, 1));
  expect(
    versionChangesOf({ ...info, type: 'backup' }, { service: 'pg15' }),
  ).toEqual([]);
});
