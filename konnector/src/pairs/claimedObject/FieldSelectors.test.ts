import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import { ApiError, type KubeClient, type ListOptions } from '@klutch/kube';
import { mappingOf } from '../../mapping/mappingOf';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { secrets, thing } from '../../testing/objects';
import { FieldSelectors } from './FieldSelectors';
import { splitFieldSelector } from './plan/splitFieldSelector';

jest.mock('./plan/splitFieldSelector', () => {
  const actual = jest.requireActual('./plan/splitFieldSelector');
  return { splitFieldSelector: jest.fn(actual.splitFieldSelector) };
});

const claimOn = (
  fieldSelectors: string[],
  selector: PermissionClaim['selector'] = {},
): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  selector: { ...selector, fieldSelectors },
});
const consumerKey = { namespace: 'team-a', name: 'db' };
const here = thing({ ...consumerKey, labels: { app: 'a' } });
const there = thing({ namespace: 'cluster-x-team-a', name: 'db' });
const both = { Consumer: here, Provider: there };

/** @param answer - whether the server selects an object by a field selector. */
function selectorsOfType(
  answer: (side: ClaimOwner, fieldSelector: string) => boolean = () => true,
) {
  const asked: string[] = [];
  const failures: (string | undefined)[] = [];
  const client = (side: ClaimOwner) =>
    ({
      async list(_resource: unknown, options: ListOptions) {
        const { namespace, fieldSelector = '' } = options;
        asked.push(`${side} ${namespace} ${fieldSelector}`);
        return { items: answer(side, fieldSelector) ? [here] : [] };
      },
    }) as unknown as KubeClient;
  const selectors: FieldSelectors = new FieldSelectors({
    clients: { Provider: client('Provider'), Consumer: client('Consumer') },
    mapping: mappingOf(
      secrets,
      'Prefixed',
      { name: 'x', uid: 'n' },
      {} as ServiceNamespaces,
    ),
    failureChanged: () => void failures.push(selectors.failure()?.message),
  });
  /** What a claim selects, with the claims of others. */
  const selected = async (
    claim: PermissionClaim,
    others: PermissionClaim[] = [],
  ) => {
    const claims = [claim, ...others];
    const selects = await selectors.selectsOf(claims, consumerKey, both);
    return {
      Provider: selects(claim, 'Provider', there),
      Consumer: selects(claim, 'Consumer', here),
    };
  };
  return { selectors, selected, asked, failures };
}

describe('FieldSelectors', () => {
  it('parses the selectors of a claim once, regardless of the number of objects', () => {
    const { selectors } = selectorsOfType();
    const claim = claimOn(['metadata.name!=b']);
    const selected = ['a', 'b', 'c'].filter(name =>
      selectors.maySelect({ name })(claim, 'Consumer', thing({ name })),
    );
    expect(selected).toEqual(['a', 'c']);
    expect(splitFieldSelector).toHaveBeenCalledTimes(1);
  });

  it('asks each server once for each selector, and each about its own object', async () => {
    const { selected, asked } = selectorsOfType(side => side === 'Provider');
    const claim = claimOn(['type=a', 'metadata.namespace=team-a']);
    expect(await selected(claim, [claimOn(['type=a'])])).toEqual({
      Provider: true,
      Consumer: false,
    });
    expect(asked).toEqual([
      'Provider cluster-x-team-a metadata.name=db,type=a',
      'Consumer team-a metadata.name=db,type=a',
    ]);
  });

  it('asks nothing where labels, names or the owner decide, or there is no selector', async () => {
    const { selected, asked } = selectorsOfType();
    const none = { Provider: false, Consumer: false };
    expect(
      await selected(
        claimOn(['type=a'], { owner: 'Consumer', labelSelectors: [{ b: '' }] }),
      ),
    ).toEqual(none);
    expect(await selected(claimOn(['type=a', 'metadata.name!=db']))).toEqual(
      none,
    );
    await selected(claimOn(['type=a'], { names: ['other'] }));
    expect(
      await selected(claimOn([], { labelSelectors: [{ app: 'a' }] })),
    ).toEqual({ Provider: false, Consumer: true });
    expect(asked).toEqual([]);
    await selected(claimOn(['type=a'], { owner: 'Consumer' }));
    expect(asked).toEqual(['Consumer team-a metadata.name=db,type=a']);
  });

  it('a selector that a server does not support is a failure until it is supported or not claimed', async () => {
    let isSupported = false;
    const { selected, selectors, failures } = selectorsOfType(
      (side, fieldSelector) => {
        if (isSupported || !fieldSelector.endsWith(',type=a')) return true;
        throw new ApiError({
          code: 400,
          reason: 'BadRequest',
          message: `unknown to ${side}`,
        });
      },
    );
    const message =
      'The control plane cannot select secrets by type=a: unknown to Provider';
    const claim = claimOn(['type=a']);
    await expect(selected(claim)).rejects.toThrow(message);
    await selected(claimOn(['type=b']));
    expect(failures).toEqual([message]);
    selectors.setClaims([claimOn(['type=a']), claimOn(['type=b'])]);
    expect(selectors.failure()).toMatchObject({ message });
    selectors.setClaims([claimOn(['type=b'])]);
    expect(selectors.failure()).toBeUndefined();
    await expect(selected(claim)).rejects.toThrow(message);
    isSupported = true;
    await selected(claim);
    expect(failures).toEqual([message, message, undefined]);
  });
});
