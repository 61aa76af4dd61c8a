/** Warns operators of policy entries that match no user because their issuer is missing. */
import { apiName, type APIServiceExportTemplate } from '@klutch/bind-api';
import type { Cache, Logger } from '@klutch/kube';
import equal from 'fast-deep-equal';
import { templateApi } from '../apiResource';
import { unqualifiedNames, declaredPolicy, type Audience } from './mayBind';

/** Parameters of the check. */
export interface PolicyReview {
  /** Cache that is not started yet, so that existing templates are checked, too. */
  templates: Pick<Cache<APIServiceExportTemplate>, 'subscribe'>;
  audience: Audience;
  logger: Logger;
}

const unqualifiedNamesOf = (template: APIServiceExportTemplate | undefined) =>
  template ? unqualifiedNames(declaredPolicy(template)) : [];

/** Logs once for each template, and again when its lists change. */
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
      'users sign in at several issuers, and the template of this API names groups or users without their issuer: these entries are ignored and match no user. Write <issuer>#<name> in its annotations klutch.anynines.com/allowed-groups and allowed-users',
    );
  });
};
