/** The fields for software templates: names, types of their values and options, and validation; without components. */
import {
  makeFieldSchema,
  type CustomFieldValidator,
} from '@backstage/plugin-scaffolder-react';

/** An app registers the fields at its start, but the rules of claims, which validators need, are large. */
function lazyValidator<Value, Options extends object>(
  load: () => Promise<CustomFieldValidator<Value, Options>>,
): CustomFieldValidator<Value, Options> {
  return async (...args) => (await load())(...args);
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

/** An app cluster, and a namespace in which the person may order the service. */
export const targetField = {
  name: 'KlutchTarget',
  schema: targetSchema,
  validation: lazyValidator(
    async () => (await import('./validators')).validateTarget,
  ),
};

const planSchema = makeFieldSchema({
  output: z =>
    z.object({ service: z.string().optional(), plan: z.string().optional() }),
  uiOptions: z =>
    z.object({ resource: z.string().describe(resource.description) }),
});
export type PlanFieldProps = typeof planSchema.TProps;

/** A version of the service, and a plan that the version has. */
export const planField = {
  name: 'KlutchPlan',
  schema: planSchema,
  validation: lazyValidator(
    async () => (await import('./validators')).validatePlan,
  ),
};

const instanceSchema = makeFieldSchema({
  output: z => z.string(),
  uiOptions: z =>
    z.object({
      resource: z.string().optional().describe(resource.description),
    }),
});
export type InstanceFieldProps = typeof instanceSchema.TProps;

/** An instance that the person may see, as claim reference. */
export const instanceField = {
  name: 'KlutchInstance',
  schema: instanceSchema,
  validation: lazyValidator(
    async () => (await import('./validators')).validateInstance,
  ),
};

const ownerSchema = makeFieldSchema({ output: z => z.string() });
export type OwnerFieldProps = typeof ownerSchema.TProps;

/** The person or one of the person's groups, as entity ref. */
export const ownerField = {
  name: 'KlutchOwner',
  schema: ownerSchema,
  validation: lazyValidator(
    async () => (await import('./validators')).validateOwner,
  ),
};
