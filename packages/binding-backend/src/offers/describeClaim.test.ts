import type {
  PermissionClaim,
  PermissionClaimRead,
  PermissionClaimSelector,
  PermissionClaimUpdate,
} from '@klutch/bind-api';
import { describeClaim, claimToYaml } from './describeClaim';

const claim = (
  resource: string,
  owner?: 'Provider' | 'Consumer',
): PermissionClaim => ({
  group: '',
  resource,
  version: 'v1',
  ...(owner && { selector: { owner } }),
});
const placed = claim('secrets', 'Provider');
const place = "May place Secrets into the app cluster's namespaces";

describe('description of permission claims', () => {
  it.each([
    [placed, place],
    [
      claim('secrets', 'Consumer'),
      "May read Secrets in the app cluster's namespaces",
    ],
    [
      claim('secrets'),
      "May read Secrets in the app cluster's namespaces and place its own there",
    ],
  ])('%j is described', (one, text) => {
    expect(describeClaim(one)).toBe(text);
  });
});

type Rows<T> = { [K in keyof Required<T>]: [NonNullable<T[K]>, string] };

const selector: Rows<PermissionClaimSelector> = {
  owner: ['Provider', place],
  names: [
    ['a', 'b'],
    "May read Secrets named a, b in the app cluster's namespaces and place its own there",
  ],
  namespaces: [
    ['a', 'b'],
    "May read Secrets in the app cluster's namespaces a and b and place its own there",
  ],
  labelSelectors: [
    [{ tier: 'gold', env: 'test' }, { tier: 'silver' }],
    "May read Secrets labelled tier=gold and env=test or tier=silver in the app cluster's namespaces and place its own there",
  ],
  fieldSelectors: [
    ['type=Opaque'],
    "May read Secrets where type=Opaque in the app cluster's namespaces and place its own there",
  ],
};
const keys = [{ pattern: 'team/*' }, { pattern: 'tier' }];
const read: Rows<PermissionClaimRead> = {
  labels: [
    keys,
    "read the labels team/* and tier of the app cluster's own objects",
  ],
  labelsOnProviderOwnedObjects: [
    keys,
    'read the labels team/* and tier of the objects that it places',
  ],
  annotations: [
    keys,
    "read the annotations team/* and tier of the app cluster's own objects",
  ],
  overrideAnnotations: [
    keys,
    "read the annotations team/* and tier of the objects that it places, and keep the app cluster's",
  ],
};
const update: Rows<PermissionClaimUpdate> = {
  fields: [
    ['data.password'],
    "change data.password in the app cluster's own objects",
  ],
  preserving: [
    ['data.note'],
    'leave data.note of what it places to the app cluster',
  ],
  alwaysRecreate: [
    true,
    'delete and recreate objects instead of changing them',
  ],
  labels: [
    keys,
    'set the labels team/* and tier on the objects that it places',
  ],
  labelsOnConsumerOwnedObjects: [
    keys,
    "set the labels team/* and tier on the app cluster's own objects",
  ],
  annotations: [
    keys,
    'set the annotations team/* and tier on the objects that it places',
  ],
  annotationsOnConsumerOwnedObjects: [
    keys,
    "set the annotations team/* and tier on the app cluster's own objects",
  ],
};
/** Fields without a group of their own above; `required` is shown beside the sentence. */
type Single = Omit<
  PermissionClaim,
  'version' | 'required' | 'selector' | 'read' | 'update'
>;
const single: Rows<Single> = {
  group: [
    'vault.example',
    "May place secrets.vault.example into the app cluster's namespaces",
  ],
  resource: ['pods', "May place pods into the app cluster's namespaces"],
  create: [
    { replaceExisting: true },
    `${place}, and also: overwrite the app cluster's own objects of the same name`,
  ],
  autoAdopt: [
    true,
    `${place}, and also: take over those that the app cluster creates, with all that is in them, as its own`,
  ],
  autoDonate: [
    true,
    `${place}, and also: leave the objects that it creates to the app cluster as its own`,
  ],
  onConflict: [
    { recreateWhenConsumerSideDeleted: false },
    `${place}, and also: delete its own object where the app cluster deletes the copy`,
  ],
};

describe('every field of a permission claim is described', () => {
  it.each(Object.entries(selector))('selector.%s', (field, [value, text]) => {
    const of = { ...claim('secrets'), selector: { [field]: value } };
    expect(describeClaim(of)).toBe(text);
  });

  it.each(Object.entries(read))('read.%s', (field, [value, text]) => {
    const of = { ...placed, read: { [field]: value } };
    expect(describeClaim(of)).toBe(`${place}, and also: ${text}`);
  });

  it.each(Object.entries(update))('update.%s', (field, [value, text]) => {
    const of = { ...placed, update: { [field]: value } };
    expect(describeClaim(of)).toBe(`${place}, and also: ${text}`);
  });

  it.each(Object.entries(single))('%s', (field, [value, text]) => {
    expect(describeClaim({ ...placed, [field]: value })).toBe(text);
  });

  it('describes empty limits and empty selectors', () => {
    const of = (names: string[], namespaces: string[]) =>
      describeClaim({
        ...placed,
        selector: { owner: 'Provider', names, namespaces },
      });
    expect(of(['a', '*'], ['a', '*'])).toBe(place);
    expect(of([], [])).toBe(
      'May place Secrets named nothing into the app cluster, outside of namespaces',
    );
  });
});

it('is available as YAML, equal for equal claims', () => {
  const other = {
    version: 'v1',
    resource: 'secrets',
    group: '',
    autoAdopt: true,
  };
  const { group, resource, version } = other;
  expect(claimToYaml(other)).toBe(
    'autoAdopt: true\ngroup: ""\nresource: secrets\nversion: v1\n',
  );
  expect(claimToYaml({ group, resource, version, autoAdopt: true })).toBe(
    claimToYaml(other),
  );
});
