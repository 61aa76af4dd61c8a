/**
 * What frontend and backend of the Klutch portal share: REST document and client, permissions, signals, annotations,
 * names of claims, form rules.
 *
 * @packageDocumentation
 */
export * from './annotations';
export * from './claimRef';
export * from './claims';
export * from './client';
export * from './permissions';
export * from './signals';
export { openapiDocument } from './openapi/generated/document';
export type { components, operations, paths } from './openapi/generated/schema';
