/** Checks what the API server cannot know to be wrong in an export template. Pure functions. */
import { isNeverSynced } from '@klutch/bind-api';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { unqualifiedNames } from '@klutch/binding-backend';
import { InvalidError, type FieldCause } from '../../errors/InvalidError';

/** The part of a request that is checked. */
export type TemplateContents = Pick<
  Schemas['ExportTemplateRequest'],
  'claims' | 'audience'
>;

/** Whose people may be named, and how. */
export interface IssuerRules {
  issuers: readonly string[];
  /** Whether names match nobody without their issuer. */
  needsIssuer: boolean;
}

/** A name with a comma would be several names in the annotation. */
const isOneName = (name: string) => name.trim() !== '' && !name.includes(',');

function audienceCauses(
  audience: Schemas['Audience'],
  { issuers: known, needsIssuer }: IssuerRules,
): FieldCause[] {
  const { groups = [], issuers = [], namespaces = [], users = [] } = audience;
  const lists = { groups, users, issuers, namespaces };
  const causes = Object.entries(lists).flatMap(([list, entries]) =>
    entries.every(isOneName)
      ? []
      : [{ field: `audience.${list}`, ...explain('AudienceNameInvalid') }],
  );
  const unknown = issuers.filter(issuer => !known.includes(issuer));
  const unqualified = needsIssuer ? unqualifiedNames({ groups, users }) : [];
  return [
    ...causes,
    ...unknown.map(issuer => ({
      field: 'audience.issuers',
      ...explain('AudienceIssuerUnknown', {
        issuer,
        issuers: known.join(', '),
      }),
    })),
    ...unqualified.map(name => ({
      field: groups.includes(name) ? 'audience.groups' : 'audience.users',
      ...explain('AudienceNeedsIssuer', { name }),
    })),
  ];
}

/**
 * Checks the contents of a template.
 *
 * @throws InvalidError for names in the audience that match nobody, and for claims that no konnector syncs
 */
export function validateTemplate(
  { audience = {}, claims }: TemplateContents,
  rules: IssuerRules,
): void {
  const causes = [
    ...claims.flatMap(({ group = '', resource }, index) =>
      isNeverSynced({ group, resource })
        ? [
            {
              field: `claims[${index}].resource`,
              ...explain('ClaimNeverSynced', { resource }),
            },
          ]
        : [],
    ),
    ...audienceCauses(audience, rules),
  ];
  if (causes.length === 0) return;
  throw new InvalidError(explain('TemplateInvalid'), causes);
}
