/**
 * Data services, app clusters and instances in the software catalog.
 *
 * @packageDocumentation
 */
export { catalogModuleKlutch as default } from './module';
