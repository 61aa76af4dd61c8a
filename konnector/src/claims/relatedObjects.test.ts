/** When the sync of a claimed type begins and ends. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Mapping } from '../mapping/Mapping';
import { pins } from '../testing/objects';
import { startClaimSync, type ClaimSync } from './claimSync';
import {
  createRelatedObjects,
  type RelatedObjectsParts,
} from './relatedObjects';
import { resolveClaimedType } from './resolveClaimedType';

jest.mock('./claimSync');
jest.mock('./resolveClaimedType');

const shared: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const settled = () => new Promise(setImmediate);

it('a type is synced in another way only when nothing is written in the former any more', async () => {
  const mapping = {
    consumer: { namespaced: true },
    provider: { namespaced: true },
  } as Mapping;
  jest.mocked(resolveClaimedType).mockResolvedValue({ ok: true, mapping });
  const stops: (() => void)[] = [];
  const starts = jest.mocked(startClaimSync).mockImplementation(
    () =>
      ({
        stopped: () => new Promise<void>(resolve => stops.push(resolve)),
      }) as unknown as ClaimSync,
  );
  const related = createRelatedObjects({
    pins,
    clusterNamespace: 'x',
    breakerOf: () => undefined,
    changed() {},
    signal: new AbortController().signal,
  } as unknown as RelatedObjectsParts);

  related.set('a', [shared]);
  await settled();
  expect(starts).toHaveBeenCalledTimes(1);

  related.set('a', [{ ...shared, selector: { owner: 'Consumer' } }]);
  await settled();
  expect(starts.mock.calls[0]?.[0].signal.aborted).toBe(true);
  expect(starts).toHaveBeenCalledTimes(1);

  stops.forEach(stop => stop());
  await settled();
  expect(starts).toHaveBeenCalledTimes(2);
});
