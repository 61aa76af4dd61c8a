/** The people of the sandbox: who may sign in, and which groups they are in; and its machine. */

/** A person who can sign in at the sandbox's identity provider. */
export interface SandboxUser {
  /** Sign-in name, and name of the User entity in the catalog. */
  name: string;
  displayName: string;
  email: string;
  /** Group entities of the catalog. */
  groups: string[];
  /** What this person does, shown on the sign-in page. */
  role: string;
}

/** The password of everyone in the sandbox. It protects nothing: whatever asks for it listens on loopback. */
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

export const sandboxUsers = [alice, oscar];

/** A client that binds app clusters without anybody at a browser; its secret protects as little as the password. */
export const machine = { clientId: 'pipeline', clientSecret: PASSWORD };

/** What a machine names when it asks for a token for the binding handshake. */
export const BIND_AUDIENCE = 'https://klutch.example/bind';
