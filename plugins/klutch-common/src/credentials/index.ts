export type { ClientProgram } from './clientCommands';
export type { CredentialField } from './credentialField';
export * from './credentialFormats';
