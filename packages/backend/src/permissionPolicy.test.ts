import {
  klutchClaimCreatePermission,
  klutchClaimReadPermission,
  klutchCredentialsRevealPermission,
  klutchPlatformManagePermission,
} from '@klutch/backstage-plugin-klutch-common';
import { isAllowed } from './permissionPolicy';

const developer = ['user:default/alice', 'group:default/developers'];
const operator = ['user:default/oscar', 'group:default/operators'];
const guest = ['user:default/guest', 'group:default/guests'];

describe('the demo permission policy', () => {
  it('allows only operators to manage the platform', () => {
    expect(isAllowed(klutchPlatformManagePermission, operator)).toBe(true);
    expect(isAllowed(klutchPlatformManagePermission, developer)).toBe(false);
    expect(isAllowed(klutchPlatformManagePermission, guest)).toBe(false);
  });

  it('allows developers to order and to reveal credentials', () => {
    expect(isAllowed(klutchClaimCreatePermission, developer)).toBe(true);
    expect(isAllowed(klutchCredentialsRevealPermission, developer)).toBe(true);
  });

  it('allows guests to read only', () => {
    expect(isAllowed(klutchClaimReadPermission, guest)).toBe(true);
    expect(isAllowed(klutchClaimCreatePermission, guest)).toBe(false);
    expect(isAllowed(klutchCredentialsRevealPermission, guest)).toBe(false);
    expect(
      isAllowed({ name: 'x', attributes: { action: 'create' } }, guest),
    ).toBe(false);
    expect(
      isAllowed({ name: 'x', attributes: { action: 'read' } }, guest),
    ).toBe(true);
  });
});
