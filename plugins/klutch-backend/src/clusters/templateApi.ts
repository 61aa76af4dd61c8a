/** The API that an export template offers. Pure functions. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';

/** `<plural>.<group>` */
export function templateApiName({ spec }: APIServiceExportTemplate): string {
  const { group = '', resource } = spec.APIServiceSelector;
  return apiName({ group, resource });
}
