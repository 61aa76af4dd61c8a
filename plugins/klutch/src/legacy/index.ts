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
} from './plugin';
export { legacyRootRouteRef } from './routes';
export { isKlutchInstance, isKlutchService } from '../entity/entityRef';
export { klutchTranslationRef } from '../translationRef';
export { klutchTranslations } from '../translations';
