/** Collators of the search index, one for each type of document. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AuthService,
  BackstageCredentials,
} from '@backstage/backend-plugin-api';
import { catalogEntityReadPermission } from '@backstage/plugin-catalog-common/alpha';
import type { CatalogService } from '@backstage/plugin-catalog-node';
import type { Permission } from '@backstage/plugin-permission-common';
import type {
  DocumentCollatorFactory,
  IndexableDocument,
} from '@backstage/plugin-search-common';
import {
  claimEntityRef,
  klutchServiceReadPermission,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  readInstances,
  readServices,
  type KlutchClientFor,
} from '@klutch/backstage-plugin-klutch-node';
import { instanceDocument, serviceDocument } from './documents';
import { readInstanceEntityRefs } from './readInstanceEntityRefs';

/** What collators need of their environment. */
export interface CollatorOptions {
  auth: AuthService;
  catalog: CatalogService;
  clientFor: KlutchClientFor;
  /** Path of the portal's pages in the app. */
  mountPath: string;
  /** Milliseconds between the attempts of a collation. */
  retryDelayMs: number;
}

/** What the documents of one collation are read with. */
interface Sources {
  catalog: CatalogService;
  client: KlutchClient;
  credentials: BackstageCredentials;
}

/** One type of document. */
interface DocumentType {
  type: string;
  /** Asked for each found document, with its resource ref. */
  visibilityPermission: Permission;
  read(sources: Sources, mountPath: string): Promise<IndexableDocument[]>;
}

/** Right after an API is bound, the portal's lists are incomplete for seconds, and the next collation is minutes away. */
const ATTEMPTS = 4;

/** Services that can be ordered. */
export const serviceDocuments: DocumentType = {
  type: 'klutch-service',
  visibilityPermission: klutchServiceReadPermission,
  async read({ client }, mountPath) {
    return (await readServices(client))
      .filter(({ type, offered }) => type === 'instance' && offered)
      .map(service => serviceDocument(service, mountPath));
  },
};

/** Service instances that the catalog has, for those who may see their entities. */
export const instanceDocuments: DocumentType = {
  type: 'klutch-instance',
  visibilityPermission: catalogEntityReadPermission,
  async read({ catalog, client, credentials }, mountPath) {
    const claims: Schemas['Claim'][] = [];
    for await (const page of readInstances(client)) claims.push(...page);
    const entityRefs = await readInstanceEntityRefs(catalog, credentials);
    return claims
      .filter(claim => entityRefs.has(claimEntityRef(claim)))
      .map(claim => instanceDocument(claim, mountPath));
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

  /** @throws when the portal's lists are still incomplete at the last attempt, so that the index keeps what it has */
  async getCollator(): Promise<Readable> {
    return Readable.from(await this.#readRepeatedly(ATTEMPTS));
  }

  async #readRepeatedly(attempts: number): Promise<IndexableDocument[]> {
    try {
      return await this.#read();
    } catch (error) {
      if (attempts === 1) throw error;
    }
    await sleep(this.#options.retryDelayMs);
    return this.#readRepeatedly(attempts - 1);
  }

  async #read(): Promise<IndexableDocument[]> {
    const { auth, catalog, clientFor, mountPath } = this.#options;
    const credentials = await auth.getOwnServiceCredentials();
    const client = await clientFor(credentials);
    return this.#documents.read({ catalog, client, credentials }, mountPath);
  }
}
