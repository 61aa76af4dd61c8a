import type { PermissionClaim } from '@klutch/bind-api';
import { thing } from '../testing/objects';
import { createFieldSelections } from './fieldSelections';
import { splitFields } from './plan/splitFields';

jest.mock('./plan/splitFields', () => {
  const actual = jest.requireActual('./plan/splitFields');
  return { splitFields: jest.fn(actual.splitFields) };
});

it('the selectors of a claim are taken apart once, however many objects it is asked about', () => {
  const claim: PermissionClaim = {
    resource: 'secrets',
    version: 'v1',
    selector: { fieldSelectors: ['metadata.name!=b'] },
  };
  const selections = createFieldSelections(
    {} as Parameters<typeof createFieldSelections>[0],
  );
  selections.follow([claim]);
  const selected = ['a', 'b', 'c'].filter(name =>
    selections.select(claim, 'Consumer', thing({ name })),
  );
  expect(selected).toEqual(['a', 'c']);
  expect(splitFields).toHaveBeenCalledTimes(1);
});
