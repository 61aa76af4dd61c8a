/** Whom an order belongs to, what uses it and which system it is part of. Pure functions. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { entityRefOf } from '../claimApis/entityRef';
import { InvalidError } from '../errors/InvalidError';
import type { Person } from '../identity/Caller';

/** The entity ref of an owner that is the person or one of their groups. */
export function ownOwner(
  owner: string | undefined,
  { userRef, groups }: Pick<Person, 'userRef' | 'groups'>,
): string | undefined {
  const ref = owner === undefined ? undefined : entityRefOf(owner, 'group');
  return [userRef, ...groups].find(known => known === ref);
}

/**
 * The owner of an order: the person, or the group that the person chose.
 *
 * @throws InvalidError when the person belongs to no such group
 */
export function ownerOf(
  wanted: string | undefined,
  person: Pick<Person, 'userRef' | 'groups'>,
): string {
  if (wanted === undefined) return person.userRef;
  const owner = ownOwner(wanted, person);
  if (owner) return owner;
  throw new InvalidError(explain('OwnerRefused', { owner: wanted }), [
    { field: 'owner', ...explain('OwnerRule') },
  ]);
}

/**
 * The component of an order.
 *
 * @throws InvalidError for what is no entity ref of a component
 */
export function componentOf(wanted: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const ref = entityRefOf(wanted, 'component');
  if (ref?.startsWith('component:')) return ref;
  throw new InvalidError(explain('ComponentInvalid', { component: wanted }), [
    { field: 'component', ...explain('ComponentRule') },
  ]);
}

/**
 * The system of an order.
 *
 * @throws InvalidError for what is no entity ref of a system
 */
export function systemOf(wanted: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const ref = entityRefOf(wanted, 'system');
  if (ref?.startsWith('system:')) return ref;
  throw new InvalidError(explain('SystemInvalid', { system: wanted }), [
    { field: 'system', ...explain('SystemRule') },
  ]);
}
