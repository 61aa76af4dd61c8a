/** The objects that field selectors of claims select. The API servers are asked, because they alone know the fields. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  ApiError,
  errorMessage,
  metadataOf,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
} from '@klutch/kube';
import type { Failure } from '../../failure';
import { ClusterError } from '../../feedback/ClusterError';
import { clusterNames } from '../../feedback/ClusterDisplayName';
import type { Mapping } from '../../mapping/Mapping';
import {
  fieldSelectorOf,
  matchesKey,
  matchesLabels,
  mayAffectSide,
  type Selects,
} from './plan/claimSelection';
import {
  splitFieldSelector,
  type SplitFieldSelector,
} from './plan/splitFieldSelector';

/** A server does not support a field selector, so the claim's effect on an object is unknown. */
export class FieldSelectorError extends Error {}

const isUnsupported = (error: unknown) =>
  error instanceof ApiError && error.code === 400;

/** The field selectors of the claims on one type. */
export class FieldSelectors {
  private readonly splits = new WeakMap<PermissionClaim, SplitFieldSelector>();
  /** The last selector that a server does not support. */
  private unsupported:
    | { side: ClaimOwner; selector: string; failure: Failure }
    | undefined;

  constructor(
    private readonly options: {
      clients: Record<ClaimOwner, KubeClient>;
      mapping: Mapping;
      /** Called when {@link FieldSelectors.failure} changed. */
      failureChanged: () => void;
    },
  ) {}

  /** Without a request: whether a claim's labels and its terms on the key select an object, whatever its fields. */
  maySelect(consumerKey: ObjectKey): Selects {
    return (claim, _side, { metadata }) =>
      matchesLabels(claim, metadata.labels) &&
      this.splitOf(claim).matchesKey(consumerKey);
  }

  /**
   * Whether claims select the objects of a pair, as these are on the servers now. Reads no body.
   * @throws ClusterError, FieldSelectorError
   */
  async selectsOf(
    claims: readonly PermissionClaim[],
    consumerKey: ObjectKey,
    pair: Partial<Record<ClaimOwner, KubeObject>>,
  ): Promise<Selects> {
    const maySelect = this.maySelect(consumerKey);
    const selected = { Provider: new Set(['']), Consumer: new Set(['']) };
    for (const side of ['Provider', 'Consumer'] as const) {
      const object = pair[side];
      if (!object) continue;
      const selectors = claims
        .filter(
          claim =>
            matchesKey(claim, consumerKey) &&
            mayAffectSide(claim, side) &&
            maySelect(claim, side, object),
        )
        .map(claim => this.splitOf(claim).serverSelector);
      for (const selector of new Set(selectors)) {
        if (selector !== '' && (await this.isSelected(side, selector, object)))
          selected[side].add(selector);
      }
    }
    return (claim, side, object) =>
      maySelect(claim, side, object) &&
      selected[side].has(this.splitOf(claim).serverSelector);
  }

  /** Why one of the servers cannot evaluate a selector, for example because of an unknown field. */
  failure(): Failure | undefined {
    return this.unsupported?.failure;
  }

  /** Call when the claims changed. */
  setClaims(claims: readonly PermissionClaim[]): void {
    const { unsupported } = this;
    const isClaimed = (claim: PermissionClaim) =>
      this.splitOf(claim).serverSelector === unsupported?.selector;
    if (!claims.some(isClaimed)) this.unsupported = undefined;
  }

  private async isSelected(
    side: ClaimOwner,
    selector: string,
    { metadata: { namespace, name } }: KubeObject,
  ): Promise<boolean> {
    const { clients, mapping, failureChanged } = this.options;
    const resource = side === 'Consumer' ? mapping.consumer : mapping.provider;
    const previous = this.unsupported;
    try {
      const { items } = await clients[side].list(metadataOf(resource), {
        namespace,
        fieldSelector: `metadata.name=${name},${selector}`,
      });
      if (previous?.side === side && previous.selector === selector) {
        this.unsupported = undefined;
        failureChanged();
      }
      return items.length > 0;
    } catch (error) {
      if (!isUnsupported(error))
        throw new ClusterError(clusterNames[side], error);
      const message = `The ${clusterNames[side]} cannot select ${resource.plural} by ${selector}: ${errorMessage(error)}`;
      const since = previous?.failure.since ?? new Date();
      this.unsupported = { side, selector, failure: { message, since } };
      failureChanged();
      throw new FieldSelectorError(message);
    }
  }

  /** Splits once per claim, because the split is needed for every object. */
  private splitOf(claim: PermissionClaim): SplitFieldSelector {
    const split =
      this.splits.get(claim) ?? splitFieldSelector(fieldSelectorOf(claim));
    this.splits.set(claim, split);
    return split;
  }
}
