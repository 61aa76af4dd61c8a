/** The field manager of the provider's writes. */
export const fieldManager = 'klutch-provider-local';
