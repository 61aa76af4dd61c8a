/** Cluster-scoped types of tests: APIs, and types that they claim. */
import type {
  CustomResourceDefinition,
  PermissionClaim,
} from '@klutch/bind-api';
import { installCrds } from '../../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
} from '../../../testing/__testUtils__/thingCrd';
import type { TwoClusterFixture } from '../../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../../testing/__testUtils__/userView';

const crdOf = (plural: string): CustomResourceDefinition =>
  testCrd(
    plural,
    plural.replace(/^./, first => first.toUpperCase()),
    'Cluster',
  );

/** A claim on a type; by default on one of {@link ClusterScopedTypes}. */
export const claimOn = (
  resource: string,
  owner: 'Provider' | 'Consumer',
  group = 'example.com',
): PermissionClaim => ({
  group,
  resource,
  version: 'v1',
  selector: { owner, namespaces: [] },
});

/** The cluster-scoped types `<plural>.example.com` of two clusters. */
export class ClusterScopedTypes {
  private readonly views = new Map<string, UserView>();

  constructor(private readonly fixture: TwoClusterFixture) {}

  /** The objects of a type. */
  view(plural: string): UserView {
    const view =
      this.views.get(plural) ??
      new UserView(this.fixture, resourceOfCrd(crdOf(plural)));
    this.views.set(plural, view);
    return view;
  }

  /** Installs claimed types on both clusters. */
  async install(plurals: readonly string[]): Promise<void> {
    const { provider, consumer, backend } = this.fixture;
    const crds = plurals.map(crdOf);
    await Promise.all([
      installCrds(
        provider,
        crds.map(crd => backend.providerCrd(crd)),
      ),
      installCrds(consumer, crds),
    ]);
  }

  /** Offers an API with claims and binds it, or changes the claims of both; does not wait. */
  async offerAndBind(api: string, claims: PermissionClaim[]): Promise<void> {
    const crd = crdOf(api);
    await this.fixture.offer(crd, claims);
    await this.fixture.bind(
      crd,
      claims.map(claim => ({ ...claim, state: 'Accepted' })),
    );
  }
}
