/** Tells operators of policies that more people may meet than they were written for. */
import { apiName } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import type { BindingBackend } from '../backend';
import { bareNames } from './mayBind';

/** What {@link warnOfBareNames} looks at. */
export interface PolicyReview {
  backend: Pick<BindingBackend, 'offers' | 'ready'>;
  /** How many places people may come from: identity providers, and the portal where there is one. */
  issuers: number;
  logger: Logger;
}

const review = async ({ backend, logger }: PolicyReview): Promise<void> => {
  await backend.ready();
  const apis = (await backend.offers())
    .filter(({ policy }) => bareNames(policy).length > 0)
    .map(({ api }) => apiName(api));
  if (apis.length === 0) return;
  logger.warn(
    { apis },
    'people of several identity providers may sign in, and the policies of these APIs name groups or users without their issuer, so that a name counts wherever it is from. Write <issuer>#<name> in their templates',
  );
};

/** Once the control plane is there, and without keeping anybody waiting. */
export const warnOfBareNames = (options: PolicyReview): void => {
  if (options.issuers < 2) return;
  review(options).catch((error: unknown) => {
    const { name } = error instanceof Error ? error : new Error();
    options.logger.warn(
      { error: name },
      'it could not be seen whether policies name groups and users by their issuer. The next start looks again',
    );
  });
};
