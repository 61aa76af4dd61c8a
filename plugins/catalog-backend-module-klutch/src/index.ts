/**
 * Data services and their instances in the software catalog.
 *
 * @packageDocumentation
 */
export { catalogModuleKlutch as default } from './module';
