/**
 * Code shared by the frontend and the backend of the Klutch portal: OpenAPI document and REST client, permissions,
 * signals, annotations, claim references, form rules.
 *
 * @packageDocumentation
 */
export * from './annotations';
export * from './claimRef';
export * from './claims';
export * from './client';
export * from './credentials';
export * from './permissions';
export * from './reasons';
export * from './signals';
export { openapiDocument } from './openapi/generated/document';
export type { components, operations, paths } from './openapi/generated/schema';
