/**
 * The Secret with the kubeconfig of a binding on the app cluster, and what the binding's conditions report about it.
 */
import { core } from '@klutch/kube';
import { eventually } from './clusterSetup';
import type { TwoClusterFixture } from './twoClusterFixture';

export class KubeconfigInUse {
  constructor(
    private readonly fixture: TwoClusterFixture,
    private readonly binding: string,
  ) {}

  get secretKey() {
    const { namespace, name } = this.fixture.kubeconfigSecret;
    return { namespace, name };
  }

  /** An operator writes a kubeconfig. */
  async put(kubeconfig: string): Promise<void> {
    await this.fixture.consumer.mergePatch(core.secrets, this.secretKey, {
      data: this.fixture.secretWith(kubeconfig).data,
    });
  }

  async present(): Promise<string> {
    const found = await this.fixture.consumer.get(core.secrets, this.secretKey);
    return Buffer.from(found?.data?.kubeconfig ?? '', 'base64').toString();
  }

  /** `status/reason` and message of a condition of the binding. */
  async readCondition(type: string) {
    const binding = await this.fixture.consumer.get(
      this.fixture.bindingResource,
      { namespace: 'klutch-bind', name: this.binding },
    );
    const found = binding?.status?.conditions?.find(one => one.type === type);
    return {
      is: found?.reason ? `${found.status}/${found.reason}` : found?.status,
      message: found?.message ?? '',
    };
  }

  async waitForCondition(
    type: string,
    expected: string,
    timeoutMs?: number,
  ): Promise<void> {
    await eventually(
      `the binding has ${type}=${expected}`,
      async () => (await this.readCondition(type)).is === expected,
      timeoutMs,
    );
  }
}
