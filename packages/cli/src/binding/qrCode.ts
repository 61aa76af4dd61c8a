/** An address as a QR code. */
import { renderUnicodeCompact } from 'uqr';

/** The QR code, indented, two modules of it in each character of a terminal. */
export const qrCode = (url: URL): string =>
  renderUnicodeCompact(url.href)
    .split('\n')
    .map(line => `  ${line}\n`)
    .join('');
