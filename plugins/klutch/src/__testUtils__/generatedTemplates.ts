/** The software templates that the catalog module generates for the services of the Crossplane package. */
// Only tests have both: the module runs in backends.
/* eslint-disable @backstage/no-relative-monorepo-imports, no-restricted-imports */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  claimChoices,
  specSchemaOf,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';
import type { JsonObject } from '@backstage/types';
import { parse } from 'yaml';
import { serviceTemplate } from '../../../catalog-backend-module-klutch/src/entities/serviceTemplate';
import { service, serviceDetail } from './fixtures';

/** The parts of an XRD that these tests read. */
interface Definition {
  spec: {
    group: string;
    claimNames: { kind: string; plural: string };
    defaultCompositionRef?: { name: string };
    metadata?: { annotations?: Record<string, string> };
    versions: { schema: { openAPIV3Schema: ClaimSchema } }[];
  };
}

const apis = join(__dirname, '../../../../crossplane/apis');

const choices = (values: string[]) =>
  values.map(value => ({ value, title: value, available: true }));

/** The pages of the form of each service, by the plural of its API. */
export const generatedPages = (): Record<string, JsonObject[]> =>
  Object.fromEntries(
    readdirSync(apis).flatMap(folder => {
      const file = join(apis, folder, 'definition.yaml');
      const { spec }: Definition = parse(readFileSync(file, 'utf8'));
      const { annotations = {} } = spec.metadata ?? {};
      if (annotations['klutch.anynines.com/kind'] !== 'instance') return [];
      const { kind, plural } = spec.claimNames;
      const schema = spec.versions[0]?.schema.openAPIV3Schema ?? {};
      const composition = spec.defaultCompositionRef?.name;
      const chosen = claimChoices(specSchemaOf(schema), {
        composition,
      });
      const entity = serviceTemplate(
        {
          ...serviceDetail(service('instance')),
          resource: `${plural}.${spec.group}`,
          kind,
          plural,
          schema,
          versions: choices(chosen.service),
          plans: choices(chosen.plan),
        },
        {
          defaultOwner: 'group:default/operators',
          portalUrl: 'http://portal.test/klutch',
          isPublic: () => false,
        },
      );
      return [[plural, (entity.spec?.parameters ?? []) as JsonObject[]]];
    }),
  );
