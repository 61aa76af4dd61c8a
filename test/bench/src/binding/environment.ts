// A control plane cluster whose controllers run in a separate process; provisioning and binding run in this process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BareApi } from '../harness/bareApi';
import { bareApi } from '../harness/bareApi';
import { inParallel } from '../harness/interleaved';
import { BackendProcess } from './BackendProcess';
import {
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from './testFixtures';

export interface BindingEnvironment {
  plane: TestControlPlane;
  /** API access as the admin of the control plane cluster. */
  control: BareApi;
  /** The process with the controllers. */
  backend: BackendProcess;
  /** Provisions and binds: the same package, without controllers. */
  bindingService: RunningBackend;
  /** Temporary directory, removed at the end. */
  folder: string;
  /** Cluster namespaces of this many app clusters; existing ones are reused. */
  tenants(count: number): Promise<string[]>;
}

const concurrency = 16;
const backendUser = 'klutch-portal';

export async function setUpBinding({
  log,
  signal,
}: {
  log(text: string): void;
  signal: AbortSignal;
}): Promise<{ environment: BindingEnvironment; tearDown(): Promise<void> }> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const tearDown = async () => {
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-bench-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    log('starting a control plane and the binding backend');
    const plane = await startControlPlane('bench');
    cleanups.push(() => plane.stop());
    const control = bareApi(plane.cluster.kubeconfig);
    cleanups.push(() => control.close());
    const backend = await BackendProcess.start({
      folder,
      kubeconfig: await plane.cluster.user(backendUser),
      signal,
    });
    cleanups.push(() => backend.stop());
    const bindingService = await plane.backend({ controllers: false });

    const namespaces: string[] = [];
    const environment: BindingEnvironment = {
      plane,
      control,
      backend,
      bindingService,
      folder,
      async tenants(count) {
        const missing = Math.max(0, count - namespaces.length);
        if (missing > 0) log(`provisioning ${missing} app clusters`);
        const first = namespaces.length;
        await inParallel(concurrency, missing, async index => {
          signal.throwIfAborted();
          const { namespace } = await bindingService.provision({
            subject: 'bench',
            clusterId: `apps-${first + index}`,
          });
          namespaces.push(namespace);
        });
        return namespaces.slice(0, count);
      },
    };
    return { environment, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}
