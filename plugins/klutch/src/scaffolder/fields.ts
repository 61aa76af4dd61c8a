/** The fields for software templates: names, types of their values and options, and validation; without components. */
import { parseEntityRef } from '@backstage/catalog-model';
import type { ApiHolder } from '@backstage/core-plugin-api';
import { translationApiRef } from '@backstage/core-plugin-api/alpha';
import {
  makeFieldSchema,
  type CustomFieldValidator,
} from '@backstage/plugin-scaffolder-react';
import { parseClaimRef } from '@klutch/backstage-plugin-klutch-common';
import { klutchApiRef } from '../api/klutchApi';
import { KlutchError, unwrap } from '../api/KlutchError';
import { namespaceProblem } from '../create/draft';
import { findPlanProblems } from '../create/problems';
import type { T } from '../hooks/useT';
import { errorText } from '../shared/errorText';
import { klutchTranslationRef } from '../messages/translationRef';

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

const resource = {
  description: 'The service, as <plural>.<group> of its API.',
};

const targetSchema = makeFieldSchema({
  output: z => z.object({ cluster: z.string(), namespace: z.string() }),
  uiOptions: z =>
    z.object({ resource: z.string().describe(resource.description) }),
});
export type TargetFieldProps = typeof targetSchema.TProps;

const validateTarget: CustomFieldValidator<
  typeof targetSchema.TOutput,
  { resource: string }
> = async (
  target: Partial<typeof targetSchema.TOutput> | undefined,
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

/** An app cluster, and a namespace in which the person may order the service. */
export const targetField = {
  name: 'KlutchTarget',
  schema: targetSchema,
  validation: validateTarget,
};

const planSchema = makeFieldSchema({
  output: z =>
    z.object({ service: z.string().optional(), plan: z.string().optional() }),
  uiOptions: z =>
    z.object({ resource: z.string().describe(resource.description) }),
});
export type PlanFieldProps = typeof planSchema.TProps;

const validatePlan: CustomFieldValidator<
  typeof planSchema.TOutput,
  { resource: string }
> = async (
  chosen: typeof planSchema.TOutput | undefined,
  field,
  { apiHolder, uiSchema },
) => {
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

/** A version of the service, and a plan that the version has. */
export const planField = {
  name: 'KlutchPlan',
  schema: planSchema,
  validation: validatePlan,
};

const instanceSchema = makeFieldSchema({
  output: z => z.string(),
  uiOptions: z =>
    z.object({
      resource: z.string().optional().describe(resource.description),
    }),
});
export type InstanceFieldProps = typeof instanceSchema.TProps;

const validateInstance: CustomFieldValidator<string> = (
  ref: string | undefined,
  field,
  { apiHolder },
) => {
  // The template's schema says whether a value is required.
  if (ref !== undefined && !parseClaimRef(ref)) {
    field.addError(textsOf(apiHolder)('scaffolder.instance.invalid'));
  }
};

/** An instance that the person may see, as claim reference. */
export const instanceField = {
  name: 'KlutchInstance',
  schema: instanceSchema,
  validation: validateInstance,
};

const ownerSchema = makeFieldSchema({ output: z => z.string() });
export type OwnerFieldProps = typeof ownerSchema.TProps;

const validateOwner: CustomFieldValidator<string> = (
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

/** The person or one of the person's groups, as entity ref. */
export const ownerField = {
  name: 'KlutchOwner',
  schema: ownerSchema,
  validation: validateOwner,
};
