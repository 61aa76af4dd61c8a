/** Collators of the search index, one for each type of document. */
import { Readable } from 'node:stream';
import type { AuthService } from '@backstage/backend-plugin-api';
import type { Permission } from '@backstage/plugin-permission-common';
import type {
  DocumentCollatorFactory,
  IndexableDocument,
} from '@backstage/plugin-search-common';
import {
  klutchClaimReadPermission,
  klutchServiceReadPermission,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import {
  readInstances,
  readServices,
  type KlutchClientFor,
} from '@klutch/backstage-plugin-klutch-node';
import { instanceDocument, serviceDocument } from './documents';

/** What collators need of their environment. */
export interface CollatorOptions {
  auth: AuthService;
  clientFor: KlutchClientFor;
  /** Path of the portal's pages in the app. */
  mountPath: string;
}

/** One type of document. */
interface DocumentType {
  type: string;
  /** Asked for each found document, with its resource ref. */
  visibilityPermission: Permission;
  read(
    client: KlutchClient,
    mountPath: string,
  ): AsyncIterable<IndexableDocument>;
}

/** Services that can be ordered. */
export const serviceDocuments: DocumentType = {
  type: 'klutch-service',
  visibilityPermission: klutchServiceReadPermission,
  async *read(client, mountPath) {
    for (const service of await readServices(client)) {
      if (service.type !== 'instance' || !service.offered) continue;
      yield serviceDocument(service, mountPath);
    }
  },
};

/** Service instances on all app clusters. */
export const instanceDocuments: DocumentType = {
  type: 'klutch-instance',
  visibilityPermission: klutchClaimReadPermission,
  async *read(client, mountPath) {
    for await (const page of readInstances(client)) {
      yield* page.map(claim => instanceDocument(claim, mountPath));
    }
  },
};

/**
 * Reads the portal with the search plugin's service credentials, which see everything; the search backend filters
 * results by the visibility permission of the type.
 */
export class KlutchCollatorFactory implements DocumentCollatorFactory {
  readonly type: string;
  readonly visibilityPermission: Permission;
  readonly #documents: DocumentType;
  readonly #options: CollatorOptions;

  constructor(documents: DocumentType, options: CollatorOptions) {
    this.type = documents.type;
    this.visibilityPermission = documents.visibilityPermission;
    this.#documents = documents;
    this.#options = options;
  }

  async getCollator(): Promise<Readable> {
    const { auth, clientFor, mountPath } = this.#options;
    const client = await clientFor(await auth.getOwnServiceCredentials());
    return Readable.from(this.#documents.read(client, mountPath));
  }
}
