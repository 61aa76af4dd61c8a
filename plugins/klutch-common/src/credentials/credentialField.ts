import type { Schemas } from '../client';

/** One value of a Secret with credentials. @public */
export type CredentialField = Schemas['Credentials']['fields'][number];
