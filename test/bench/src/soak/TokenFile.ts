// A file with a service account's token, which is replaced from time to time; the previous token is revoked.
import { join } from 'node:path';
import { writeFileAtomic } from '@klutch/local-processes';
import { BareApi } from '../harness/bareApi';
import { group } from '../kube/sampleCrd';

const namespace = 'soak';
const account = 'follower';
const collection = (plural: string) =>
  `/api/v1/namespaces/${namespace}/${plural}`;
const rbac = 'rbac.authorization.k8s.io';

interface Created {
  metadata: { name: string; uid: string };
}

export class TokenFile {
  readonly path: string;
  #secret: string | undefined;
  #count = 0;

  private constructor(
    private readonly api: BareApi,
    folder: string,
  ) {
    this.path = join(folder, 'token');
  }

  /** Creates an account that may read samples, and its first token. */
  static async create(api: BareApi, folder: string): Promise<TokenFile> {
    const create = (path: string, body: object) => api.send('POST', path, body);
    await create('/api/v1/namespaces', { metadata: { name: namespace } });
    await create(collection('serviceaccounts'), {
      metadata: { name: account },
    });
    await create(`/apis/${rbac}/v1/clusterroles`, {
      metadata: { name: account },
      rules: [
        {
          apiGroups: [group],
          resources: ['samples'],
          verbs: ['get', 'list', 'watch'],
        },
      ],
    });
    await create(`/apis/${rbac}/v1/clusterrolebindings`, {
      metadata: { name: account },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: account },
      subjects: [{ kind: 'ServiceAccount', namespace, name: account }],
    });
    const file = new TokenFile(api, folder);
    await file.rotate();
    return file;
  }

  /** Writes a new token and revokes the old one. */
  async rotate(): Promise<void> {
    this.#count += 1;
    const secret: Created = JSON.parse(
      await this.api.send('POST', collection('secrets'), {
        metadata: { name: `token-${this.#count}` },
      }),
    );
    const { name, uid } = secret.metadata;
    const { status }: { status: { token: string } } = JSON.parse(
      await this.api.send(
        'POST',
        `${collection('serviceaccounts')}/${account}/token`,
        {
          spec: {
            audiences: [],
            expirationSeconds: 3_600,
            boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name, uid },
          },
        },
      ),
    );
    writeFileAtomic(this.path, status.token, { mode: 0o600, fsync: false });
    if (this.#secret) {
      await this.api.send('DELETE', `${collection('secrets')}/${this.#secret}`);
    }
    this.#secret = name;
  }
}
