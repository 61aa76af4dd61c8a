import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../../testing/objects';
import { FieldSelections } from './fieldSelections';
import { splitFieldSelector } from './plan/splitFieldSelector';

jest.mock('./plan/splitFieldSelector', () => {
  const actual = jest.requireActual('./plan/splitFieldSelector');
  return { splitFieldSelector: jest.fn(actual.splitFieldSelector) };
});

it('the selectors of a claim are parsed once, regardless of the number of objects', () => {
  const claim: PermissionClaim = {
    resource: 'secrets',
    version: 'v1',
    selector: { fieldSelectors: ['metadata.name!=b'] },
  };
  const selections = new FieldSelections(
    {} as ConstructorParameters<typeof FieldSelections>[0],
  );
  selections.setClaims([claim]);
  const selected = ['a', 'b', 'c'].filter(name =>
    selections.selects(claim, 'Consumer', thing({ name })),
  );
  expect(selected).toEqual(['a', 'c']);
  expect(splitFieldSelector).toHaveBeenCalledTimes(1);
});
