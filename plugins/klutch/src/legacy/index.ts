/**
 * Data services in Backstage, for classic apps.
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
