/** Validation of the fields for software templates; loaded when a field is validated, because it needs the rules of claims. */
import { parseEntityRef } from '@backstage/catalog-model';
import type { ApiHolder } from '@backstage/core-plugin-api';
import { translationApiRef } from '@backstage/core-plugin-api/alpha';
import type { CustomFieldValidator } from '@backstage/plugin-scaffolder-react';
import { parseClaimRef } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../api/klutchApi';
import { KlutchError, unwrap } from '../api/KlutchError';
import { namespaceProblem } from '../create/draft';
import { findPlanProblems } from '../create/problems';
import type { T } from '../hooks/useT';
import { klutchTranslationRef } from '../messages/translationRef';
import { errorText } from '../shared/errorText';

type TargetValue = { cluster: string; namespace: string };
type PlanValue = { service?: string; plan?: string };

/** Validators are no components, so they cannot use `useT`; the scaffolder shows what they throw at the field. */
function textsOf(apis: ApiHolder): T {
  const texts = apis
    .get(translationApiRef)
    ?.getTranslation(klutchTranslationRef);
  if (!texts?.ready) {
    throw new Error('The texts of the field are still loading. Try again.');
  }
  return texts.t;
}

/** Reports at the field what the portal's backend says against a value, and that it could not be asked. */
async function reportProblems(
  field: { addError: (message: string) => void },
  t: T,
  find: () => Promise<(string | undefined)[]>,
): Promise<void> {
  try {
    for (const problem of await find()) if (problem) field.addError(problem);
  } catch (error) {
    if (!(error instanceof KlutchError)) throw error;
    field.addError(errorText(error, t));
  }
}

export const validateTarget: CustomFieldValidator<
  TargetValue,
  { resource: string }
> = async (
  target: Partial<TargetValue> | undefined,
  field,
  { apiHolder, uiSchema },
) => {
  const t = textsOf(apiHolder);
  const { cluster, namespace } = target ?? {};
  if (!cluster) {
    field.addError(t('create.where.clusterRequired'));
    return;
  }
  if (!namespace) {
    field.addError(t('create.where.namespaceRequired'));
    return;
  }
  const api = apiHolder.get(klutchApiRef);
  const serviceName = uiSchema?.['ui:options']?.resource;
  if (!api || !serviceName) return;
  await reportProblems(field, t, async () => {
    const { items } = await unwrap(
      api.request('get', '/app-clusters/{cluster}/namespaces', {
        params: { path: { cluster }, query: { resource: serviceName } },
      }),
    );
    const chosen = items.find(({ name }) => name === namespace);
    return [namespaceProblem(chosen, t)];
  });
};

export const validatePlan: CustomFieldValidator<
  PlanValue,
  { resource: string }
> = async (chosen: PlanValue | undefined, field, { apiHolder, uiSchema }) => {
  const t = textsOf(apiHolder);
  const api = apiHolder.get(klutchApiRef);
  const serviceName = uiSchema?.['ui:options']?.resource;
  if (!api || !serviceName) {
    field.addError(t('scaffolder.noResource'));
    return;
  }
  await reportProblems(field, t, async () => {
    const service = await unwrap(
      api.request('get', '/services/{resource}', {
        params: { path: { resource: serviceName } },
      }),
    );
    const { service: version = '', plan = '' } = chosen ?? {};
    const problems = findPlanProblems(service, { version, plan }, t);
    return [problems.version, problems.plan];
  });
};

export const validateInstance: CustomFieldValidator<string> = (
  ref: string | undefined,
  field,
  { apiHolder },
) => {
  // The template's schema says whether a value is required.
  if (ref !== undefined && !parseClaimRef(ref)) {
    field.addError(textsOf(apiHolder)('scaffolder.instance.invalid'));
  }
};

export const validateOwner: CustomFieldValidator<string> = (
  ref: string | undefined,
  field,
  { apiHolder },
) => {
  if (ref === undefined) return;
  try {
    parseEntityRef(ref);
  } catch {
    field.addError(textsOf(apiHolder)('scaffolder.owner.invalid'));
  }
};
