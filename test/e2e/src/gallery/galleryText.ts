/** The page docs/pictures.md. Pure. */
import type { GalleryPage } from './galleryPages';

export const themes = ['light', 'dark'] as const;
export const widths = [1440, 390] as const;

export const pictureName = (picture: string, theme: string, width: number) =>
  `${picture}-${theme}-${width}.png`;

/** Shares of the line, so that the four pictures of a page are equally high. */
const shares = { 1440: 38, 390: 10 };

function picturesOf({ picture, title }: GalleryPage): string {
  return widths
    .flatMap(width =>
      themes.map(
        theme =>
          `<img src="images/pages/${pictureName(picture, theme, width)}" width="${shares[width]}%" alt="${title}, ${theme}, ${width} px wide">`,
      ),
    )
    .join('\n');
}

export const galleryText = (pages: GalleryPage[]): string =>
  [
    '# Pictures of the pages',
    'The pages of the plugin with made-up data, light and dark, 1440 and 390 px wide. `npm run pictures:pages` takes them; data and time are the same each time, so a changed picture is a changed page: look at it before you commit it.',
    ...pages.flatMap(page => [`## ${page.title}`, picturesOf(page)]),
  ]
    .map(part => `${part}\n`)
    .join('\n');
