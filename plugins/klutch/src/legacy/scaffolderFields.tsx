/** The fields for software templates in the old frontend system. */
import { Progress } from '@backstage/core-components';
import { createScaffolderFieldExtension } from '@backstage/plugin-scaffolder-react';
import { lazy, Suspense, type ComponentType } from 'react';
import {
  instanceField,
  ownerField,
  planField,
  targetField,
  type InstanceFieldProps,
  type OwnerFieldProps,
  type PlanFieldProps,
  type TargetFieldProps,
} from '../scaffolder/fields';
import { klutchPlugin } from './plugin';

/** Field extensions of the old system cannot be loaded lazily themselves, so their components are. */
async function load<P extends object>(field: Promise<ComponentType<P>>) {
  const [{ LegacyProviders }, { withProviders }, Field] = await Promise.all([
    import('./wrapped'),
    import('../shared/withProviders'),
    field,
  ]);
  return { default: withProviders(LegacyProviders, Field) };
}

const KlutchTarget = lazy(() =>
  load(import('../scaffolder/KlutchTarget').then(m => m.KlutchTarget)),
);

/** An app cluster, and a namespace in which the person may order: `ui:field: KlutchTarget`. @public */
export const KlutchTargetFieldExtension = klutchPlugin.provide(
  createScaffolderFieldExtension({
    ...targetField,
    schema: targetField.schema.schema,
    component: (props: TargetFieldProps) => (
      <Suspense fallback={<Progress />}>
        <KlutchTarget {...props} />
      </Suspense>
    ),
  }),
);

const KlutchPlan = lazy(() =>
  load(import('../scaffolder/KlutchPlan').then(m => m.KlutchPlan)),
);

/** A version of a service, and a plan of that version: `ui:field: KlutchPlan`. @public */
export const KlutchPlanFieldExtension = klutchPlugin.provide(
  createScaffolderFieldExtension({
    ...planField,
    schema: planField.schema.schema,
    component: (props: PlanFieldProps) => (
      <Suspense fallback={<Progress />}>
        <KlutchPlan {...props} />
      </Suspense>
    ),
  }),
);

const KlutchInstance = lazy(() =>
  load(import('../scaffolder/KlutchInstance').then(m => m.KlutchInstance)),
);

/** An instance that the person may see, as claim reference: `ui:field: KlutchInstance`. @public */
export const KlutchInstanceFieldExtension = klutchPlugin.provide(
  createScaffolderFieldExtension({
    ...instanceField,
    schema: instanceField.schema.schema,
    component: (props: InstanceFieldProps) => (
      <Suspense fallback={<Progress />}>
        <KlutchInstance {...props} />
      </Suspense>
    ),
  }),
);

const KlutchOwner = lazy(() =>
  load(import('../scaffolder/KlutchOwner').then(m => m.KlutchOwner)),
);

/** The person or one of the person's groups, as entity ref: `ui:field: KlutchOwner`. @public */
export const KlutchOwnerFieldExtension = klutchPlugin.provide(
  createScaffolderFieldExtension({
    ...ownerField,
    schema: ownerField.schema.schema,
    component: (props: OwnerFieldProps) => (
      <Suspense fallback={<Progress />}>
        <KlutchOwner {...props} />
      </Suspense>
    ),
  }),
);
