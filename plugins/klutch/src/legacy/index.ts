/**
 * Data services in Backstage, for apps on the old frontend system.
 *
 * @packageDocumentation
 */
export {
  EntityKlutchComponentCard,
  EntityKlutchInstanceCard,
  EntityKlutchInstanceContent,
  EntityKlutchServiceCard,
  EntityKlutchServiceContent,
  klutchPlugin,
  KlutchPage,
  KlutchPlatformPage,
} from './plugin';
export { HomePageKlutchInstances } from './homeCard';
export { KlutchPlatformSidebarItem } from './KlutchPlatformSidebarItem';
export {
  legacyCreateInstanceRouteRef,
  legacyInstanceRouteRef,
  legacyPlatformRouteRef,
  legacyRootRouteRef,
  legacyServiceRouteRef,
} from './routes';
export {
  KlutchInstanceFieldExtension,
  KlutchOwnerFieldExtension,
  KlutchPlanFieldExtension,
  KlutchTargetFieldExtension,
} from './scaffolderFields';
export { isKlutchInstance, isKlutchService } from '../entity/entityRef';
export { klutchTranslationRef } from '../messages/translationRef';
export { klutchTranslations } from '../messages/translations';
