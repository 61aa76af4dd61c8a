/** Opens the address with the system's browser. */
export async function openBrowser(url: URL): Promise<void> {
  const { default: open } = await import('open');
  const browser = await open(url.href);
  browser.once('error', () => undefined); // There is none: the address was printed.
}
