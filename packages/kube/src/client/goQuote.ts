// Names inside messages of the server.

/** A text as Go quotes it (`%q`). */
export function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Go quotes control characters in a form that JSON does not support.
    return quoted.slice(1, -1);
  }
}
