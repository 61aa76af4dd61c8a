/**
 * Data services in Backstage, for apps on the old frontend system.
 *
 * @packageDocumentation
 */
export {
  EntityKlutchInstanceCard,
  EntityKlutchInstanceContent,
  EntityKlutchServiceCard,
  EntityKlutchServiceContent,
  klutchPlugin,
  KlutchPage,
  legacyRootRouteRef,
} from './plugin';
export { isKlutchInstance, isKlutchService } from '../entity/entityRef';
export { klutchTranslationRef } from '../translation';
