/** The API that an export template offers. Pure functions. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { apiName } from '../inventory/api';

/** `<plural>.<group>` */
export function templateApiName({ spec }: APIServiceExportTemplate): string {
  const { group = '', resource } = spec.APIServiceSelector;
  return apiName({ group, plural: resource });
}
