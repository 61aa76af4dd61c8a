// A control plane whose controllers run in a process of their own, and the doors to them in this one.
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
} from './handMade';

export interface BindingEnvironment {
  plane: TestControlPlane;
  /** Admin of the control plane. */
  control: BareApi;
  /** The controllers. */
  backend: BackendProcess;
  /** What provisions and binds: the same package, without controllers. */
  doors: RunningBackend;
  /** A folder for files, removed in the end. */
  folder: string;
  /** Cluster namespaces of so many app clusters; those that are there already are taken first. */
  tenants(count: number): Promise<string[]>;
}

const atATime = 16;
const backendUser = 'klutch-portal';

export async function setUpBinding({
  say,
  signal,
}: {
  say(text: string): void;
  signal: AbortSignal;
}): Promise<{ environment: BindingEnvironment; tearDown(): Promise<void> }> {
  const undo: (() => Promise<unknown>)[] = [];
  const tearDown = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-bench-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    say('starting a control plane and the binding backend');
    const plane = await startControlPlane('bench');
    undo.push(() => plane.stop());
    const control = bareApi(plane.cluster.kubeconfig);
    undo.push(() => control.close());
    const backend = await BackendProcess.start({
      folder,
      kubeconfig: await plane.cluster.user(backendUser),
      signal,
    });
    undo.push(() => backend.stop());
    const doors = await plane.backend({ controllers: false });

    const known: string[] = [];
    const environment: BindingEnvironment = {
      plane,
      control,
      backend,
      doors,
      folder,
      async tenants(count) {
        const missing = Math.max(0, count - known.length);
        if (missing > 0) say(`provisioning ${missing} app clusters`);
        const first = known.length;
        await inParallel(atATime, missing, async index => {
          signal.throwIfAborted();
          const { namespace } = await doors.provision({
            subject: 'bench',
            clusterId: `apps-${first + index}`,
          });
          known.push(namespace);
        });
        return known.slice(0, count);
      },
    };
    return { environment, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}
