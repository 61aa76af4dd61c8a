// Where to listen, as operators write it.
/**
 * Splits `host:port`; `:8080` and `8080` mean all interfaces, port 0 any free one.
 * @throws Error in words when it is neither.
 */
export function parseListenAddress(text: string): {
  host?: string;
  port: number;
} {
  const [, host = '', digits = ''] =
    /^(?:(\[[0-9a-fA-F:]+\]|[^:]*):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) {
    throw new Error(
      `"${text}" is no address to listen on. Write host:port, or :port for all interfaces.`,
    );
  }
  const bare = host.replace(/^\[|\]$/g, '');
  return bare ? { host: bare, port } : { port };
}
