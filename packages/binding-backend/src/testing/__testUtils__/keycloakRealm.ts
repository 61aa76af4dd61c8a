/** The realm of a real Keycloak in tests, as an operator would set it up according to docs/binding.md. */

export const realmName = 'klutch';

/** Client ids and their purposes. */
export const clients = {
  /** Client for the sign-ins of the binding backend. */
  web: 'klutch',
  /** A proxy in front of applications, whose users' tokens API servers accept. */
  proxy: 'oauth2-proxy',
  /** A machine whose tokens have the binding backend as audience. */
  machine: 'pipeline',
  /** A machine whose tokens have another server as audience. */
  stranger: 'stranger',
} as const;

/** Audience of the machine's tokens. */
export const bindAudience = 'https://klutch.example/bind';

/** Audience of the users' tokens of the proxy. */
export const clusterAudience = 'kubernetes';

/** Only alice is in this group. */
export const team = 'team-a';

/** Only bob has this realm role. */
export const role = 'database-people';

const mapper = (
  name: string,
  protocolMapper: string,
  config: Record<string, string>,
) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config,
});

const inBothTokens = { 'id.token.claim': 'true', 'access.token.claim': 'true' };

const groups = mapper('groups', 'oidc-group-membership-mapper', {
  ...inBothTokens,
  'claim.name': 'groups',
  'full.path': 'false',
});

/** Without this mapper Keycloak adds roles to access tokens only. */
const roles = mapper('roles', 'oidc-usermodel-realm-role-mapper', {
  ...inBothTokens,
  'claim.name': 'realm_access.roles',
  'jsonType.label': 'String',
  multivalued: 'true',
});

const audience = (name: string) =>
  mapper('audience', 'oidc-audience-mapper', {
    'access.token.claim': 'true',
    'included.custom.audience': name,
  });

const person = (
  username: string,
  password: string,
  belongs: { groups?: string[]; realmRoles?: string[] },
) => ({
  username,
  enabled: true,
  email: `${username}@klutch.example`,
  emailVerified: true,
  firstName: username,
  lastName: 'of Klutch',
  credentials: [{ type: 'password', value: password, temporary: false }],
  ...belongs,
});

const serviceAccount = (clientId: string, belongs: { groups?: string[] }) => ({
  username: `service-account-${clientId}`,
  enabled: true,
  serviceAccountClientId: clientId,
  ...belongs,
});

/**
 * The realm, for Keycloak's import.
 * @param secret - of all clients, and the password of all users
 */
export const realm = (redirectUri: string, secret: string) => {
  const machine = (clientId: string, forWhom: string) => ({
    clientId,
    secret,
    standardFlowEnabled: false,
    serviceAccountsEnabled: true,
    protocolMappers: [groups, audience(forWhom)],
  });
  return {
    realm: realmName,
    enabled: true,
    groups: [{ name: team }],
    roles: { realm: [{ name: role }] },
    users: [
      person('alice', secret, { groups: [`/${team}`] }),
      person('bob', secret, { realmRoles: [role] }),
      serviceAccount(clients.machine, { groups: [`/${team}`] }),
      serviceAccount(clients.stranger, { groups: [`/${team}`] }),
    ],
    clients: [
      {
        clientId: clients.web,
        secret,
        redirectUris: [redirectUri],
        directAccessGrantsEnabled: true,
        attributes: { 'pkce.code.challenge.method': 'S256' },
        protocolMappers: [groups, roles],
      },
      {
        clientId: clients.proxy,
        secret,
        directAccessGrantsEnabled: true,
        protocolMappers: [groups, audience(clusterAudience)],
      },
      machine(clients.machine, bindAudience),
      machine(clients.stranger, 'https://other.example'),
    ],
  };
};
