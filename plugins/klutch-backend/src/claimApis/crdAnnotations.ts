/**
 * Reads the annotations in which the author of an API describes the API on its CRD; missing or invalid values get
 * defaults.
 */
import { offeredType } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { titleOfKind } from '@klutch/binding-backend';
import { z } from 'zod';

const prefix = 'klutch.anynines.com';

/** The resources of a plan. */
export type PlanFacts = Pick<
  Schemas['Plan'],
  'replicas' | 'memory' | 'storage' | 'connections' | 'description' | 'defaults'
> & {
  title?: string;
};

/** How a form shows a parameter. */
export interface ParameterFacts {
  title?: string;
  /** Unit of the value, such as `ms`. */
  unit?: string;
  /** Title of the parameters that are shown together. */
  group?: string;
}

/** The description of an API by its author. */
export interface ServiceFacts {
  type: Schemas['ClaimType'];
  /**
   * Instances: names of the APIs for their service bindings, backups and restores; an absent name means that the API
   * does not exist.
   */
  relatedApis: NonNullable<Schemas['Service']['relatedApis']>;
  /** Restores: the automation restores into the instance that `instanceRef` names, not only into that of the backup. */
  restoresElsewhere: boolean;
  /** Value of `serviceInstanceType` in service bindings and backups of these instances. */
  serviceType?: string;
  title: string;
  description: string;
  /** A data URI of an image; empty for the default icon. */
  icon: string;
  /** Address of the documentation. */
  docsUrl?: string;
  /** Titles of the values of `spec.service`. */
  services: Record<string, string>;
  plans: Record<string, PlanFacts>;
  /** Fields of `spec.parameters`, in the order in which forms show them. */
  parameters: Record<string, ParameterFacts>;
  /** Services and plans that this control plane cannot provide, each with the reason. */
  unavailable: {
    service: Record<string, string>;
    plan: Record<string, string>;
  };
}

const nonEmptyString = z.string().min(1).optional().catch(undefined);
const nonNegativeInteger = z
  .number()
  .int()
  .nonnegative()
  .optional()
  .catch(undefined);

const planSchema = z
  .object({
    replicas: nonNegativeInteger,
    memory: nonEmptyString,
    storage: nonEmptyString,
    connections: nonNegativeInteger,
    description: nonEmptyString,
    title: nonEmptyString,
    defaults: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .catch(undefined),
  })
  .catch({});

/** An image that a page can show without a request; the limit keeps lists of services small. */
const iconSchema = z
  .string()
  .max(32 * 1024)
  .regex(/^data:image\/(svg\+xml|png|webp);base64,[A-Za-z0-9+/=]+$/)
  .catch('');
const docsSchema = z
  .string()
  .regex(/^https?:\/\//)
  .optional()
  .catch(undefined);
const titlesSchema = z.record(z.string(), z.string()).catch({});
const plansSchema = z.record(z.string(), planSchema).catch({});
const parametersSchema = z
  .record(
    z.string(),
    z
      .object({
        title: nonEmptyString,
        unit: nonEmptyString,
        group: nonEmptyString,
      })
      .catch({}),
  )
  .catch({});
const relatedApisSchema = z
  .object({
    binding: nonEmptyString,
    backup: nonEmptyString,
    restore: nonEmptyString,
  })
  .catch({});
const reasonsSchema = z.record(z.string(), z.string()).catch({});
const unavailableSchema = z
  .object({ service: reasonsSchema, plan: reasonsSchema })
  .catch({ service: {}, plan: {} });

function parseJson(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Reads the annotations of a CRD.
 *
 * @param names - names of the type, the source of the defaults
 */
export function readCrdAnnotations(
  annotations: Record<string, string>,
  names: { kind: string; plural: string },
): ServiceFacts {
  const annotation = (key: string) => annotations[`${prefix}/${key}`];
  const serviceType = annotation('service-type');
  const docsUrl = docsSchema.parse(annotation('docs'));
  return {
    type: offeredType(annotations, names.plural),
    relatedApis: relatedApisSchema.parse(parseJson(annotation('related-apis'))),
    restoresElsewhere: annotation('restore-targets') === 'any',
    ...(serviceType && { serviceType }),
    title: annotation('title') || titleOfKind(names.kind),
    description: annotation('description') ?? '',
    icon: iconSchema.parse(annotation('icon')),
    ...(docsUrl && { docsUrl }),
    services: titlesSchema.parse(parseJson(annotation('services'))),
    plans: plansSchema.parse(parseJson(annotation('plans'))),
    parameters: parametersSchema.parse(parseJson(annotation('parameters'))),
    unavailable: unavailableSchema.parse(parseJson(annotation('unavailable'))),
  };
}
