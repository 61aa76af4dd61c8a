/** Connections of kubeconfig Secrets, and the control planes that they share. */
import { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import { Connections } from './connections';
import { ControlPlane, type ControlPlaneOptions } from './ControlPlane';

jest.mock('../access/KubeconfigSecretAccess');
jest.mock('./ControlPlane');

const claims = [{ resource: 'secrets', version: 'v1' }];
const flushPromises = () => new Promise(setImmediate);
const kubeconfigFor = (namespace: string, fingerprint = namespace) =>
  ({ namespace, fingerprint }) as UsableKubeconfig;
const secret = (name: string) => ({ namespace: 's', name, key: 'kubeconfig' });

function setUp() {
  const accesses: {
    uid?: string;
    isReplaced: boolean;
    isClosed: boolean;
    offered: string[];
    refused?: { isOtherCluster: boolean };
    answer: (uid: string) => void;
    replace: () => void;
  }[] = [];
  jest
    .mocked(KubeconfigSecretAccess)
    .mockImplementation((_options, secretRef, kubeconfig) => {
      let changed = () => {};
      const access = {
        onChange: (listener: () => void) => void (changed = listener),
        secretRef,
        namespace: kubeconfig.namespace,
        uid: undefined as string | undefined,
        isReplaced: false,
        isClosed: false,
        offered: [] as string[],
        refused: undefined,
        offer: ({ fingerprint }: UsableKubeconfig) =>
          void access.offered.push(fingerprint),
        failure: () => undefined,
        unauthorized: () => undefined,
        close: async () => void (access.isClosed = true),
        answer(uid: string) {
          access.uid = uid;
          changed();
        },
        replace() {
          access.isReplaced = true;
          changed();
        },
      };
      accesses.push(access);
      return access as unknown as KubeconfigSecretAccess;
    });
  const controlPlanes: {
    options: ControlPlaneOptions;
    users: Set<unknown>;
    isStopped: boolean;
    withdrawn: string[];
    declared: string[];
    finish: () => void;
  }[] = [];
  jest
    .mocked(ControlPlane)
    .mockImplementation((options: ControlPlaneOptions) => {
      const users = new Set<unknown>([options.access]);
      const withdrawn: string[] = [];
      const declared: string[] = [];
      let finish = () => {};
      const stopped = new Promise<void>(resolve => (finish = resolve));
      const controlPlane = {
        options,
        users,
        isStopped: false,
        withdrawn,
        declared,
        finish,
      };
      controlPlanes.push(controlPlane);
      return {
        uid: options.uid,
        add: (access: unknown) => void users.add(access),
        remove: (access: unknown) => void users.delete(access),
        get isUnused() {
          return users.size === 0;
        },
        accessChanged() {},
        claimedTypes: {
          setClaims: (binding: string, declaredClaims: unknown[]) =>
            void (declaredClaims.length > 0 ? declared : withdrawn).push(
              binding,
            ),
        },
        stop() {
          controlPlane.isStopped = true;
          return stopped;
        },
      } as unknown as ControlPlane;
    });
  const changed: string[] = [];
  const logger = { error() {}, child: () => logger };
  const connections = new Connections({
    appCluster: { logger, heartbeat: { tickMs: 1 } },
    breakers: {},
    changed: (binding: string) => changed.push(binding),
    exportChanged() {},
    signal: new AbortController().signal,
  } as unknown as ConstructorParameters<typeof Connections>[0]);
  const use = (binding: string, name: string, namespace = 'x', pinned = true) =>
    connections.use(binding, secret(name), kubeconfigFor(namespace), pinned);
  return { connections, accesses, controlPlanes, changed, use };
}

describe('Connections', () => {
  it('has one connection for each Secret', () => {
    const { accesses, use } = setUp();
    expect(use('a', 'one')).toBe(use('b', 'one'));
    expect(use('c', 'two')).not.toBe(use('a', 'one'));
    expect(accesses).toHaveLength(2);
  });

  it('has one connection for each of the keys of a Secret, whose kubeconfigs are independent', () => {
    const { connections, accesses, use } = setUp();
    const next = { ...secret('one'), key: 'next' };
    const useNext = () =>
      connections.use('b', next, kubeconfigFor('x', 'next'), true);
    const first = use('a', 'one');
    const second = useNext();
    expect([use('a', 'one'), useNext()]).toEqual([first, second]);
    expect(accesses.map(({ offered }) => offered)).toEqual([['x'], ['next']]);
    expect(connections.current('b', next)).toBe(second);
    expect(connections.current('b', secret('one'))).toBeUndefined();
  });

  it('has one control plane for all Secrets of a cluster namespace', () => {
    const { accesses, controlPlanes, changed, use } = setUp();
    const [one, two, other] = [
      use('a', 'one'),
      use('b', 'two'),
      use('c', 'other'),
    ];
    accesses[0]?.answer('n');
    accesses[1]?.answer('n');
    accesses[2]?.answer('m');
    expect(controlPlanes.map(({ options }) => options.uid)).toEqual(['n', 'm']);
    expect(one.controlPlane).toBe(two.controlPlane);
    expect(other.controlPlane).not.toBe(one.controlPlane);
    changed.length = 0;
    controlPlanes[0]?.options.changed();
    expect(changed).toEqual(['a', 'b']);
  });

  it('keeps the control plane until the last of its connections is closed', async () => {
    const { connections, accesses, controlPlanes, use } = setUp();
    use('a', 'one');
    use('b', 'two');
    accesses.forEach(({ answer }) => answer('n'));
    connections.disconnect('a');
    expect(controlPlanes[0]).toMatchObject({
      isStopped: false,
      withdrawn: ['a'],
    });
    expect([...(controlPlanes[0]?.users ?? [])]).toEqual([accesses[1]]);
    expect(accesses.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    connections.disconnect('b');
    expect(controlPlanes[0]?.isStopped).toBe(true);
  });

  it('opens a control plane again only when the earlier one has stopped writing', async () => {
    const { connections, accesses, controlPlanes, use } = setUp();
    use('a', 'one');
    accesses[0]?.answer('n');
    connections.disconnect('a');
    const second = use('a', 'one');
    accesses[1]?.answer('n');
    await flushPromises();
    expect(controlPlanes).toHaveLength(1);
    expect(second.controlPlane).toBeUndefined();
    controlPlanes[0]?.finish();
    await flushPromises();
    expect(controlPlanes).toHaveLength(2);
    expect(second.controlPlane).toBeDefined();
  });

  it('opens nothing when the connection is closed while the earlier control plane stops', async () => {
    const { connections, accesses, controlPlanes, use } = setUp();
    use('a', 'one');
    accesses[0]?.answer('n');
    connections.disconnect('a');
    use('a', 'one');
    accesses[1]?.answer('n');
    const closed = connections.closeAll();
    controlPlanes[0]?.finish();
    await closed;
    await flushPromises();
    expect(controlPlanes).toHaveLength(1);
  });

  it('opens a new connection when the Secret leads to a rebuilt cluster', () => {
    const { accesses, controlPlanes, changed, use } = setUp();
    const first = use('a', 'one');
    accesses[0]?.answer('n');
    changed.length = 0;
    accesses[0]?.replace();
    expect(controlPlanes[0]?.isStopped).toBe(true);
    expect(changed).toEqual(['a']);
    const second = use('a', 'one');
    expect(second).not.toBe(first);
    expect(accesses[0]?.isClosed).toBe(true);
    accesses[1]?.answer('m');
    expect(controlPlanes[1]?.options.uid).toBe('m');
  });

  it.each(['is rebuilt', 'is replaced by a kubeconfig for another one'])(
    'withdraws the claims of its bindings when its cluster namespace %s, while another Secret still leads to the former one',
    how => {
      const { accesses, controlPlanes, use } = setUp();
      const first = use('a', 'one');
      use('b', 'two');
      accesses.forEach(({ answer }) => answer('n'));
      first.setClaims('a', claims);
      if (how === 'is rebuilt') accesses[0]?.replace();
      else use('a', 'one', 'y');
      expect(controlPlanes[0]).toMatchObject({
        isStopped: false,
        declared: ['a'],
        withdrawn: ['a'],
      });
      // A reconcile that began before.
      first.setClaims('a', claims);
      expect(controlPlanes[0]?.declared).toEqual(['a']);
    },
  );

  it('ignores claims of a binding that uses another Secret meanwhile', () => {
    const { accesses, controlPlanes, use } = setUp();
    const first = use('a', 'one');
    use('b', 'one');
    accesses[0]?.answer('n');
    use('a', 'two');
    first.setClaims('a', claims);
    expect(controlPlanes[0]?.declared).toEqual([]);
  });

  it('offers a changed kubeconfig to the connection of its Secret', () => {
    const { connections, accesses, use } = setUp();
    use('a', 'one');
    connections.use('a', secret('one'), kubeconfigFor('x', 'newer'), true);
    expect(accesses.map(({ offered }) => offered)).toEqual([['newer']]);
  });

  it('follows a kubeconfig of another cluster only for bindings that are not pinned', () => {
    const { accesses, use } = setUp();
    const first = use('a', 'one');
    Object.assign(accesses[0] ?? {}, { refused: { isOtherCluster: true } });
    expect(use('a', 'one')).toBe(first);
    const next = use('b', 'one', 'x', false);
    expect(next).not.toBe(first);
    expect([...next.users]).toEqual(['a', 'b']);
  });

  it('withdraws the claims of a binding that changes its Secret', () => {
    const { accesses, controlPlanes, use } = setUp();
    use('a', 'one');
    use('b', 'one');
    accesses[0]?.answer('n');
    use('a', 'two');
    expect(controlPlanes[0]).toMatchObject({
      isStopped: false,
      withdrawn: ['a'],
    });
  });
});
