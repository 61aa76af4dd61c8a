/** Reads and writes the keys of a cluster's etcd, through the JSON gateway on the socket in the cluster's folder. */
import { Client } from 'undici';

/** A key and its value, both base64, in etcd's format. */
interface KeyValue {
  key: string;
  value?: string;
  mod_revision: string;
}

/** One key of the API server. */
export interface EtcdKey {
  /** `/registry/<resource>/…` or `/registry/<group>/<resource>/…` */
  path: string;
  /** base64; empty when only keys were read. */
  value: string;
  revision: number;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** etcd allows at most 128 operations in one transaction. */
const OPERATIONS = 100;

export class EtcdKeys {
  readonly #client: Client;

  /** @param dir - the cluster's folder; its path and the name of the socket are limited to 107 bytes together. */
  constructor(dir: string) {
    this.#client = new Client('http://localhost', {
      socketPath: `${dir}/etcd:1`,
    });
  }

  /** All keys of the API server. */
  async list(options: { keysOnly: boolean }): Promise<EtcdKey[]> {
    const { kvs = [] } = await this.#post<{ kvs?: KeyValue[] }>('range', {
      key: base64('/registry/'),
      range_end: base64('/registry0'),
      keys_only: options.keysOnly,
    });
    return kvs.map(({ key, value = '', mod_revision }) => ({
      path: Buffer.from(key, 'base64').toString(),
      value,
      revision: Number(mod_revision),
    }));
  }

  /** Deletes keys without running finalizers or controllers. */
  async delete(paths: readonly string[]): Promise<void> {
    for (let from = 0; from < paths.length; from += OPERATIONS) {
      await this.#post('txn', {
        success: paths
          .slice(from, from + OPERATIONS)
          .map(path => ({ request_delete_range: { key: base64(path) } })),
      });
    }
  }

  async put({ path, value }: Pick<EtcdKey, 'path' | 'value'>): Promise<void> {
    await this.#post('put', { key: base64(path), value });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #post<T>(operation: string, body: object): Promise<T> {
    const response = await this.#client.request({
      method: 'POST',
      path: `/v3/kv/${operation}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode !== 200) {
      throw new Error(`etcd: HTTP ${response.statusCode} ${text}`);
    }
    return JSON.parse(text) as T;
  }
}
