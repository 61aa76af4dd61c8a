/** The policy that protects objects from deletion, on a real app cluster with a konnector. */
import {
  deletionProtectionPolicy,
  deletionRefusal,
  labels,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { applyPolicies } from '../testing/__testUtils__/applyPolicies';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('ledgers', 'Ledger');
const ledgers = resourceOfCrd(crd);

let fixture: TwoClusterFixture;
let view: UserView;

const remove = (name: string) =>
  fixture.consumer.delete(ledgers, { namespace: 'team-a', name });
const protect = (name: string, value: string | null) =>
  view.patch(name, {
    metadata: { labels: { [labels.deletionProtection]: value } },
  });

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector();
  view = new UserView(fixture, ledgers);
  await applyPolicies(fixture.consumer, deletionProtectionPolicy());
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

it('refuses the deletion of an object with the label, and allows it without the label', async () => {
  await view.create('books', { plan: 'small' });
  await protect('books', 'true');
  await expect(remove('books')).rejects.toMatchObject({
    code: 403,
    message: `ledgers.example.com "books" is forbidden: ValidatingAdmissionPolicy 'klutch-deletion-protection' with binding 'klutch-deletion-protection' denied request: ${deletionRefusal}`,
  });
  await protect('books', null);
  await remove('books');
  await eventually(
    'the object and its copy are gone',
    async () => !(await view.object('books')) && !(await view.copy('books')),
  );
}, 60_000);

itLong(
  'also keeps a protected object when its namespace is deleted',
  async () => {
    const { consumer } = fixture;
    await view.create('kept', { plan: 'small' });
    await protect('kept', 'true');
    await consumer.delete(core.namespaces, { name: 'team-a' });
    const failure = await eventually(
      'the namespace is not emptied',
      async () => {
        const namespace = await consumer.get(core.namespaces, {
          name: 'team-a',
        });
        return namespace?.status?.conditions?.find(
          ({ type, status }) =>
            type === 'NamespaceDeletionContentFailure' && status === 'True',
        );
      },
    );
    expect(failure.message).toContain(deletionRefusal);
    const kept = await view.object('kept');
    expect(kept?.metadata.deletionTimestamp).toBe(undefined);
    expect(await view.copy('kept')).toBeDefined();
  },
  60_000,
);
