import {
  AuthorizeResult,
  createPermission,
  type Permission,
} from '@backstage/plugin-permission-common';
import type { PolicyQueryUser } from '@backstage/plugin-permission-node';
import {
  klutchClaimCreatePermission,
  klutchClaimReadPermission,
  klutchCredentialsRevealPermission,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
  klutchServiceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import { demoPolicy } from './permissionPolicy';

const developer = ['user:default/alice', 'group:default/developers'];
const operator = ['user:default/oscar', 'group:default/operators'];
const auditor = ['user:default/audrey', 'group:default/auditors'];
const guest = ['user:default/guest', 'group:default/guests'];

async function isAllowed(permission: Permission, refs: string[]) {
  const user = {
    info: { userEntityRef: refs[0], ownershipEntityRefs: refs },
  } as PolicyQueryUser;
  const { result } = await demoPolicy.handle({ permission }, user);
  return result === AuthorizeResult.ALLOW;
}

describe('the demo permission policy', () => {
  it('allows only operators to manage the platform', async () => {
    const permission = klutchPlatformManagePermission;
    expect(await isAllowed(permission, operator)).toBe(true);
    expect(await isAllowed(permission, developer)).toBe(false);
    expect(await isAllowed(permission, guest)).toBe(false);
  });

  it('allows developers to order and to reveal credentials', async () => {
    for (const permission of [
      klutchClaimCreatePermission,
      klutchCredentialsRevealPermission,
    ]) {
      expect(await isAllowed(permission, developer)).toBe(true);
    }
  });

  it('allows auditors to read the platform, too, and to change nothing', async () => {
    expect(await isAllowed(klutchPlatformReadPermission, auditor)).toBe(true);
    for (const permission of [
      klutchPlatformManagePermission,
      klutchClaimCreatePermission,
      klutchCredentialsRevealPermission,
    ]) {
      expect(await isAllowed(permission, auditor)).toBe(false);
    }
  });

  it('allows guests to read only', async () => {
    for (const permission of [
      klutchServiceReadPermission,
      klutchClaimReadPermission,
      createPermission({ name: 'x', attributes: { action: 'read' } }),
    ]) {
      expect(await isAllowed(permission, guest)).toBe(true);
    }
    for (const permission of [
      klutchClaimCreatePermission,
      klutchCredentialsRevealPermission,
      klutchPlatformReadPermission,
      createPermission({ name: 'x', attributes: { action: 'create' } }),
    ]) {
      expect(await isAllowed(permission, guest)).toBe(false);
    }
  });
});
