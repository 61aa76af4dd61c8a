export * from './credentialFormats';
