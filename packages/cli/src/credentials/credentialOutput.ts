/** Values of `-o` of `get credentials`. */
export const credentialOutputs = [
  'env',
  'json',
  'uri',
  'servicebinding',
] as const;

/** Value of `-o`. */
export type CredentialOutput = (typeof credentialOutputs)[number];
