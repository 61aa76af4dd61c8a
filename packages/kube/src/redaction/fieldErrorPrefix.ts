// Prefixes of the API server's field errors; what follows a field's name is then not its value.

/** A fragment of a regular expression. */
export const fieldErrorPrefix = String.raw`(?:Required|Invalid|Unsupported|Duplicate) value|Forbidden:|Not found|Internal error|Too (?:long|many|few)`;
