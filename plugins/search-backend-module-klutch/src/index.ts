/**
 * Search module with services and instances of the data services portal.
 *
 * @packageDocumentation
 */
export { searchModuleKlutch as default } from './module';
