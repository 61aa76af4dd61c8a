/** Tells operators of policies that more people may meet than they were written for. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';
import type { Cache, Logger } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { templateApi } from '../apiResource';
import { bareNames, policyOf } from './mayBind';

/** What is looked at. */
export interface PolicyReview {
  /** Not started yet, so that what is there already is seen, too. */
  templates: Pick<Cache<APIServiceExportTemplate>, 'subscribe'>;
  /** Where people may come from. */
  issuers: readonly string[];
  logger: Logger;
}

const bareNamesOf = (template: APIServiceExportTemplate | undefined) =>
  template ? bareNames(policyOf(template)) : [];

/** Once for each template, and again when its lists change. */
export const warnOfBareNames = ({
  issuers,
  logger,
  templates,
}: PolicyReview): void => {
  if (new Set(issuers).size < 2) return;
  templates.subscribe(({ object, previous, type }) => {
    const names = bareNamesOf(object);
    if (
      type === 'deleted' ||
      names.length === 0 ||
      equal(names, bareNamesOf(previous))
    ) {
      return;
    }
    logger.warn(
      { api: apiName(templateApi(object)) },
      'people sign in at several places, and the policy of this API names groups or users without their issuer, so that a name counts wherever it is from. Write <issuer>#<name> in its template',
    );
  });
};
