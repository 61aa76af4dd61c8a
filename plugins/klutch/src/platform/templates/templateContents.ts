/** The contents of an export template in the form: claims and audience, their differences, and their problems. Pure. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  settingChanges,
  type SettingChange,
} from '../../settings/settingChanges';
import type { Node } from '../../settings/node';
import { claimProblems, type EditedClaim } from './claimFields';

export type Audience = Schemas['Audience'];

/** What an operator edits of a template. */
export interface TemplateContents {
  claims: EditedClaim[];
  audience: Audience;
}

/** The claim without the texts that the portal adds. */
export const editedClaim = ({
  text: _text,
  whole: _whole,
  ...claim
}: Schemas['PermissionClaim']): EditedClaim => claim;

const isEmpty = ({ groups, issuers, users }: Audience) =>
  !groups?.length && !users?.length && !issuers?.length;

/** Nobody, however the template says it, is one empty list; several of them are a choice that is not made yet. */
function editedAudience(audience: Audience): Audience {
  const { groups, issuers, namespaces, users } = audience;
  return (groups ?? issuers ?? users) && isEmpty(audience)
    ? { groups: [], ...(namespaces && { namespaces }) }
    : audience;
}

/** The audience as it is written: an empty list beside one with names says nothing. */
export function writtenAudience(audience: Audience): Audience {
  const { groups, issuers, namespaces, users } = audience;
  if (isEmpty(audience)) return audience;
  return {
    ...(groups?.length && { groups }),
    ...(users?.length && { users }),
    ...(issuers?.length && { issuers }),
    ...(namespaces && { namespaces }),
  };
}

/** Whether the API is for some people, of whom none is named yet. */
export const isUnchosen = (audience: Audience): boolean =>
  isEmpty(audience) && (audience.users ?? audience.issuers) !== undefined;

/** The contents of a template, or of an earlier revision of one. */
export const contentsOf = (of: {
  claims: Schemas['PermissionClaim'][];
  audience: Audience;
}): TemplateContents => ({
  claims: of.claims.map(editedClaim),
  audience: editedAudience(of.audience),
});

/** Claims by a name that says what they are about; a second one of the same name has a number. */
function claimsByName(claims: readonly EditedClaim[]): Node {
  const byName: Node = {};
  for (const claim of claims) {
    const { group, resource, version, selector, ...rest } = claim;
    const { owner, ...selected } = selector ?? {};
    const type = group ? `${resource}.${group}` : resource;
    const name = `${type}/${version} ${owner ?? ''}`.trim();
    const used = Object.keys(byName).filter(
      other => other === name || other.startsWith(`${name} #`),
    ).length;
    byName[used ? `${name} #${used + 1}` : name] = {
      claimed: true,
      ...(Object.keys(selected).length > 0 && { selector: selected }),
      ...rest,
    };
  }
  return byName;
}

const comparable = ({ audience, claims }: TemplateContents): Node => ({
  ...claimsByName(claims),
  allowed: { ...writtenAudience(audience) },
});

/** The fields that differ; the first name of a path is that of the claim, or `allowed` for the audience. */
export const contentChanges = (
  before: TemplateContents,
  after: TemplateContents,
): SettingChange[] => settingChanges(comparable(before), comparable(after));

/** Names in the audience that match nobody. */
export const namesWithoutIssuer = (
  { groups = [], users = [] }: Audience,
  { issuers, needsIssuer }: Schemas['AudienceRules'],
): string[] =>
  needsIssuer
    ? [...groups, ...users].filter(
        name => !issuers.some(issuer => name.startsWith(`${issuer}#`)),
      )
    : [];

/** Whether the contents can be sent; the control plane checks the rest. */
export const isComplete = (
  { audience, claims }: TemplateContents,
  rules: Schemas['AudienceRules'],
): boolean =>
  claims.every(claim => claimProblems(claim).length === 0) &&
  !isUnchosen(audience) &&
  namesWithoutIssuer(audience, rules).length === 0;
