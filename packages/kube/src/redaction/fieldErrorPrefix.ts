// How the API server begins its reasons; what follows a field's name then is no value.

/** To be put into a pattern. */
export const fieldErrorPrefix = String.raw`(?:Required|Invalid|Unsupported|Duplicate) value|Forbidden:|Not found|Internal error|Too (?:long|many|few)`;
