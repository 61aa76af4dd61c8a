/** Tells operators of policies that fewer people meet than they were written for. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';
import type { Cache, Logger } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { templateApi } from '../apiResource';
import { unqualifiedNames, declaredPolicy, type Audience } from './mayBind';

/** What is looked at. */
export interface PolicyReview {
  /** Not started yet, so that what is there already is seen, too. */
  templates: Pick<Cache<APIServiceExportTemplate>, 'subscribe'>;
  audience: Audience;
  logger: Logger;
}

const unqualifiedNamesOf = (template: APIServiceExportTemplate | undefined) =>
  template ? unqualifiedNames(declaredPolicy(template)) : [];

/** Once for each template, and again when its lists change. */
export const warnOnUnqualifiedNames = ({
  audience,
  logger,
  templates,
}: PolicyReview): void => {
  if (!audience.needsIssuer) return;
  templates.subscribe(({ object, previous, type }) => {
    const names = unqualifiedNamesOf(object);
    if (
      type === 'deleted' ||
      names.length === 0 ||
      equal(names, unqualifiedNamesOf(previous))
    ) {
      return;
    }
    logger.error(
      { api: apiName(templateApi(object)) },
      'people sign in at several places, and the template of this API names groups or users without their issuer: these entries are refused and allow nobody. Write <issuer>#<name> in its annotations klutch.anynines.com/allowed-groups and allowed-users',
    );
  });
};
