/**
 * Data services in Backstage, for the new frontend system; apps on the old frontend system import `./legacy`.
 *
 * @packageDocumentation
 */
export { klutchPlugin as default } from './plugin';
export { createKlutchApi, klutchApiRef } from './api/klutchApi';
export { klutchQueryClientApiRef } from './api/queryClientApi';
export {
  klutchToastApiRef,
  type KlutchToast,
  type KlutchToastApi,
} from './api/toastApi';
export { isKlutchInstance, isKlutchService } from './entity/entityRef';
export {
  createInstanceRouteRef,
  instanceRouteRef,
  platformRouteRef,
  rootRouteRef,
  serviceRouteRef,
} from './routes';
export { klutchTranslationRef } from './messages/translationRef';
export { klutchTranslations } from './messages/translations';
