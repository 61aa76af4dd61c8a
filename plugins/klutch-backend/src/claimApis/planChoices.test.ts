import { serviceInfo } from './serviceInfo';
import { sampleCrds } from '../testing/__testUtils__/samples';
import { plansOf, versionsOf } from './planChoices';

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
