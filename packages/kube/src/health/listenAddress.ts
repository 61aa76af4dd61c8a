// Listen addresses of configuration.
/**
 * Splits `host:port`; `:8080` and `8080` mean all interfaces, port 0 any free one.
 * @throws Error with a readable message when the text is not one of these
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
      `"${text}" is no address to listen on. Use host:port, or :port for all interfaces.`,
    );
  }
  const bare = host.replace(/^\[|\]$/g, '');
  return bare ? { host: bare, port } : { port };
}
