import { service, serviceDetail } from '../__testUtils__/fixtures';
import type { ServiceDetail } from '../api/types';
import { initialDraft } from '../create/draft';
import { plansFor } from './plansFor';

const offer = serviceDetail(service('instance'));
const message = 'nano plans exist for a9s-postgresql15 only';

/** Offers the two versions, of which one has no nano plan, and only the small plan on the other composition. */
const postgresql: ServiceDetail = {
  ...offer,
  versions: offer.versions.map(version => ({ ...version, available: true })),
  schema: {
    properties: {
      spec: {
        'x-kubernetes-validations': [
          {
            rule: "!self.plan.contains('nano') || self.service == 'a9s-postgresql15'",
            message,
          },
          {
            rule: "self.compositionRef.name != 'a8s-postgresql' || self.plan in ['postgresql-single-small']",
            message: 'a8s-postgresql has the plan single-small',
          },
        ],
      },
    },
  },
};

/** Reasons by plan of the plans that are not available. */
const refused = (version: string, composition?: string) =>
  Object.fromEntries(
    plansFor(postgresql, { version, composition })
      .filter(({ available }) => !available)
      .map(({ value, reason }) => [value, reason]),
  );
const always = {
  'postgresql-replica-small': 'This sandbox runs single servers.',
};

it('offers only the plans that the rules allow for the version, with the reason for others', () => {
  expect(refused('a9s-postgresql15')).toEqual(always);
  expect(refused('a9s-postgresql17')).toEqual({
    ...always,
    'postgresql-single-nano': message,
  });
});

it('refuses no plan for a version that is not chosen yet', () => {
  expect(refused('')).toEqual(always);
});

it('offers the plans of the chosen composition', () => {
  expect(refused('a9s-postgresql15', 'a8s-postgresql')).toEqual({
    ...always,
    'postgresql-single-nano': 'a8s-postgresql has the plan single-small',
  });
});

it('presets no plan that the preset version does not have', () => {
  const preset = (version: string) =>
    initialDraft(
      postgresql,
      new URLSearchParams({ version, plan: 'postgresql-single-nano' }),
    ).plan;
  expect(preset('a9s-postgresql15')).toBe('postgresql-single-nano');
  // The only plan that is left.
  expect(preset('a9s-postgresql17')).toBe('postgresql-single-small');
});
