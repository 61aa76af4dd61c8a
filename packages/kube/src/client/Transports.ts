// The transport in use, and its replacement by another.
import { KubeConfig } from '@kubernetes/client-node';
import { ConnectionError, errorMessage } from '../errors';
import { ClientSettings } from './ClientOptions';
import { ConnectionSettings, connectionSettings } from './connectionSettings';
import { Credential } from './credentials';
import { Transport } from './Transport';

/** The transport of a request and its credentials. */
export interface Endpoint {
  transport: Transport;
  credential: Credential;
}

/** The transport of the present kubeconfig; replaced transports close once their requests end. */
export class Transports {
  #settings: ConnectionSettings;
  #current: Transport;
  readonly #retiring = new Set<Promise<void>>();
  #closing?: Promise<void>;

  /** @throws Error with a readable message when the kubeconfig cannot be used */
  constructor(
    kubeConfig: KubeConfig,
    private readonly options: ClientSettings,
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
   * Calls the function with the present endpoint. When the kubeconfig changes during the wait for credentials, the new
   * endpoint is used, whether the old credentials arrived or failed. Nothing runs between the choice of the endpoint
   * and the call, so a request that the function queues synchronously is finished even when the transport is replaced.
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

  /** Renews credentials after a 401. Returns whether there are others to try. */
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
   * Switches to another kubeconfig; resolves when all replaced connections are closed.
   * @throws Error with a readable message when the kubeconfig cannot be used; nothing has changed then
   */
  async reconnect(kubeConfig: KubeConfig): Promise<void> {
    this.#assertOpen();
    const settings = connectionSettings(kubeConfig, this.options.policy);
    const transport = new Transport(settings, this.options);
    this.#settings = settings;
    this.#replaceWith(transport);
    await Promise.all(this.#retiring);
  }

  /** Ends streams and waits for running requests. */
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

  /**
   * The credentials of the settings; undefined when the settings were replaced, since the credentials would be sent
   * to another server.
   */
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

  /** The present transport, or a new one in its place when the credentials have another certificate. */
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
    return new ConnectionError(errorMessage(error), {
      failure: 'credentials',
      server: this.server,
    });
  }
}
