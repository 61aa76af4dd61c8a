/** What the commands do. */
export {
  installKonnector,
  manifestText,
  rolesText,
  uninstallKonnector,
} from './installKonnector';
export { findImage, pullHint, requireImage } from './konnectorImage';
export { waitForKonnector } from './waitForKonnector';
