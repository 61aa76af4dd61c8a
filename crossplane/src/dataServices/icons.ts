/** Icons of APIs: a white symbol of 24 by 24 units on a coloured tile, as a data URI that any page can show. */

const symbols = {
  cylinder:
    '<path d="M12 4c-4 0-7 1.1-7 2.6v10.8C5 18.9 8 20 12 20s7-1.1 7-2.6V6.6C19 5.1 16 4 12 4zm0 2c3 0 4.8.7 4.8 1s-1.8 1-4.8 1-4.8-.7-4.8-1 1.8-1 4.8-1zM7.2 9.3c1.3.5 3 .7 4.8.7s3.5-.2 4.8-.7v2.4c0 .3-1.8 1-4.8 1s-4.8-.7-4.8-1zm0 4.7c1.3.5 3 .7 4.8.7s3.5-.2 4.8-.7v3c0 .3-1.8 1-4.8 1s-4.8-.7-4.8-1z"/>',
  leaf: '<path d="M19 4C10 4 5 8.5 5 14c0 1.6.4 2.9 1 4l-1.6 2.2 1.6 1L7.6 19C8.7 19.7 10 20 11.4 20 17 20 19.5 13 19 4zM8.9 17.1 15 9.5l-7.4 6.2A5 5 0 0 1 7.2 14C7.2 10 10.6 7 16.8 6.3c0 6.7-2 11.4-5.5 11.4-.9 0-1.7-.2-2.4-.6z"/>',
  bolt: '<path d="M13.5 3 5.5 14H11l-1 7 8.5-11.5h-5.7z"/>',
  envelope:
    '<path d="M4 6h16v12H4zm2 3.2V16h12V9.2l-6 4.3zm.9-1.4L12 11.3l5.1-3.5z"/>',
  lens: '<path d="M10.5 4a6.5 6.5 0 1 0 3.9 11.7l4.3 4.3 1.5-1.5-4.3-4.3A6.5 6.5 0 0 0 10.5 4zm0 2.1a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8z"/>',
  lines: '<path d="M5 5h14v2.2H5zm0 4h10v2.2H5zm0 4h14v2.2H5zm0 4h7v2.2H5z"/>',
  bars: '<path d="M5 12h3.2v8H5zm5.4-8h3.2v16h-3.2zm5.4 5H19v11h-3.2z"/>',
  key: '<path d="M8 7a5 5 0 1 0 4.7 6.6H15v2.9h2.8v-2.9H21V10.4h-8.3A5 5 0 0 0 8 7zm0 3.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z"/>',
  up: '<path d="m12 4 6 6.5h-4V16h-4v-5.5H6zM5 18h14v2H5z"/>',
  back: '<path d="M12.5 5A7 7 0 0 0 5.7 10.4H3l3.7 4.8 3.7-4.8H7.9a4.9 4.9 0 1 1 1.3 5l-1.5 1.6A7 7 0 1 0 12.5 5zM11.4 8v4.7l3.4 2 .9-1.6-2.5-1.4V8z"/>',
} as const;

/** The name of a symbol. */
export type IconSymbol = keyof typeof symbols;

/** The names of all symbols. */
export const iconSymbols = Object.keys(symbols) as IconSymbol[];

/** An icon as a data URI. `color` is the tile's, as `#rrggbb`. */
export function icon(symbol: IconSymbol, color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${color}"/><g fill="#fff" transform="translate(3.6 3.6) scale(.7)">${symbols[symbol]}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
