// The transport in use, and how another takes its place.
import { KubeConfig } from '@kubernetes/client-node';
import { ConnectionError } from '../errors';
import { ConnectionSettings, connectionSettings } from './connectionSettings';
import { Credential } from './credentials';
import { ConnectionPolicy } from './policy';
import { Transport, TransportOptions } from './Transport';

/** What stays the same, whatever kubeconfig is in use. */
export interface TransportsOptions extends TransportOptions {
  policy: ConnectionPolicy;
}

/** What a request goes out through and with. */
export interface Endpoint {
  transport: Transport;
  credential: Credential;
}

/** The transport of the kubeconfig in use; those that were replaced end by themselves. */
export class Transports {
  #settings: ConnectionSettings;
  #current: Transport;
  readonly #retiring = new Set<Promise<void>>();
  #closing?: Promise<void>;

  /** @throws Error in words when the kubeconfig cannot be used */
  constructor(
    kubeConfig: KubeConfig,
    private readonly options: TransportsOptions,
  ) {
    this.#settings = connectionSettings(kubeConfig, options.policy);
    this.#current = new Transport(this.#settings, options);
  }

  get server(): string {
    return this.#current.server;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Calls the function with what is in use; when that changes while it waits for credentials, with what is in use then,
   * whether the old ones came or failed. Between its choice and the call nothing else happens: what the function puts
   * into the queue of a pool at once is let finish, whatever happens next.
   */
  async use<R>(
    run: (endpoint: Endpoint) => R,
    signal?: AbortSignal,
  ): Promise<Awaited<R>> {
    for (;;) {
      this.#assertOpen();
      const credential = await this.#credential(this.#settings, signal);
      if (!credential) continue;
      return await run({
        transport: this.#transportFor(credential),
        credential,
      });
    }
  }

  /** Whether there is something else to try with after 401. */
  async renew(refused: Endpoint, signal?: AbortSignal): Promise<boolean> {
    const { transport, credential } = refused;
    if (transport.retired) return true;
    const { credentials } = this.#settings;
    const another = await credentials
      .refresh(credential, signal)
      .catch(() => false);
    return another || transport.retired;
  }

  /**
   * Goes on with another kubeconfig; resolves when all connections that were replaced are gone.
   * @throws Error in words when the kubeconfig cannot be used; nothing has changed then
   */
  async reconnect(kubeConfig: KubeConfig): Promise<void> {
    this.#assertOpen();
    const settings = connectionSettings(kubeConfig, this.options.policy);
    const transport = new Transport(settings, this.options);
    this.#settings = settings;
    this.#replaceWith(transport);
    await Promise.all(this.#retiring);
  }

  /** Ends streams and waits for requests under way. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([
      this.#current.close(),
      ...this.#retiring,
    ]).then(() => undefined);
    return this.#closing;
  }

  closedError(): ConnectionError {
    return new ConnectionError(
      `The client of the API server ${this.server} was closed. Make a new one.`,
      { failure: 'closed', server: this.server },
    );
  }

  /** What the settings sign in with; undefined when they are in use no more, for it would go to another server. */
  async #credential(
    settings: ConnectionSettings,
    signal?: AbortSignal,
  ): Promise<Credential | undefined> {
    const isReplaced = () => this.closed || settings !== this.#settings;
    try {
      const credential = await settings.credentials.current(signal);
      return isReplaced() ? undefined : credential;
    } catch (error) {
      if (signal?.aborted) throw error;
      if (isReplaced()) return undefined;
      throw this.#credentialsError(error);
    }
  }

  /** The transport in use, or a new one in its place when the credentials have another certificate. */
  #transportFor({ certificate }: Credential): Transport {
    if (certificate?.cert !== this.#current.certificate?.cert) {
      try {
        this.#replaceWith(
          new Transport(this.#settings, this.options, certificate),
        );
      } catch (error) {
        throw this.#credentialsError(error);
      }
    }
    return this.#current;
  }

  #replaceWith(next: Transport): void {
    const gone = this.#current.retire().finally(() => {
      this.#retiring.delete(gone);
    });
    this.#retiring.add(gone);
    this.#current = next;
  }

  #assertOpen(): void {
    if (this.closed) throw this.closedError();
  }

  #credentialsError(error: unknown): ConnectionError {
    return new ConnectionError(
      error instanceof Error ? error.message : String(error),
      { failure: 'credentials', server: this.server },
    );
  }
}
