/**
 * What frontend and backend of the Klutch portal share: REST document and client, permissions, signals, annotations.
 *
 * @packageDocumentation
 */
export * from './annotations';
export * from './client';
export * from './permissions';
export * from './signals';
export { openapiDocument } from './openapi/generated/document';
export type { components, operations, paths } from './openapi/generated/schema';
