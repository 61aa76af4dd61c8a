/** The users of the sandbox with their groups, and its machine client. */

/** A user who can sign in at the sandbox's identity provider. */
export interface SandboxUser {
  /** Sign-in name, and name of the User entity in the catalog. */
  name: string;
  displayName: string;
  email: string;
  /** Group entities of the catalog. */
  groups: string[];
  /** The user's role, shown on the sign-in page. */
  role: string;
}

/**
 * The password of all users of the sandbox. No secrecy is needed: every endpoint with this password listens on
 * loopback.
 */
export const PASSWORD = 'sandbox';

export const alice: SandboxUser = {
  name: 'alice',
  displayName: 'Alice',
  email: 'alice@example.com',
  groups: ['developers'],
  role: 'developer',
};

export const oscar: SandboxUser = {
  name: 'oscar',
  displayName: 'Oscar',
  email: 'oscar@example.com',
  groups: ['operators'],
  role: 'operator',
};

export const audrey: SandboxUser = {
  name: 'audrey',
  displayName: 'Audrey',
  email: 'audrey@example.com',
  groups: ['auditors'],
  role: 'auditor',
};

export const sandboxUsers = [alice, oscar, audrey];

/** A client that binds app clusters without a browser; its secret needs no more secrecy than the password. */
export const machine = { clientId: 'pipeline', clientSecret: PASSWORD };

/** The audience that a machine requests in its token for the binding handshake. */
export const BIND_AUDIENCE = 'https://klutch.example/bind';
