/** Colours of the tones (ok, busy, warning, error, neutral) from the app's theme. */
import type { BackstageTheme } from '@backstage/theme';
import {
  alpha,
  darken,
  decomposeColor,
  emphasize,
  getContrastRatio,
  hslToRgb,
  lighten,
  makeStyles,
} from '@material-ui/core/styles';

export const tones = ['ok', 'busy', 'warning', 'error', 'neutral'] as const;
export type Tone = (typeof tones)[number];

/** WCAG 2.1 AA asks for 4.5; the rest is for the tone's own background and the page's, which differ from paper. */
const CONTRAST = 5;
const STEP = 0.05;

const rgbOf = (color: string) =>
  decomposeColor(color.startsWith('hsl') ? hslToRgb(color) : color).values;

/** How a colour, which may be translucent, looks on an opaque background. */
function colorOn(background: string, color: string): string {
  const behind = rgbOf(background);
  const [red = 0, green = 0, blue = 0, opacity = 1] = rgbOf(color);
  const mixed = [red, green, blue].map((value, index) =>
    Math.round(value * opacity + (behind[index] ?? 0) * (1 - opacity)),
  );
  return `rgb(${mixed.join(', ')})`;
}

/** Whether text in this colour can be read on paper, on the page, and on the other background. */
function isReadable(
  color: string,
  { palette }: BackstageTheme,
  otherBackground?: string,
): boolean {
  const { paper, default: page } = palette.background;
  const backgrounds = [paper, page];
  if (otherBackground) backgrounds.push(colorOn(paper, otherBackground));
  return backgrounds.every(
    background =>
      getContrastRatio(colorOn(background, color), background) >= CONTRAST,
  );
}

/** A colour, darker or lighter as far as text on the background needs; default: the theme's paper. */
function readable(
  color: string,
  { palette }: BackstageTheme,
  background = palette.background.paper,
): string {
  const change = palette.type === 'dark' ? lighten : darken;
  let shown = color;
  for (let share = STEP; share < 1; share += STEP) {
    if (getContrastRatio(shown, background) >= CONTRAST) return shown;
    shown = change(color, share);
  }
  return palette.text.primary;
}

/** Text and icon colour with sufficient contrast on the page and on the tone's background. */
export function toneColor(theme: BackstageTheme, tone: Tone): string {
  const { status, text } = theme.palette;
  switch (tone) {
    case 'ok':
      return readable(status.ok, theme);
    case 'busy':
      return readable(status.running, theme);
    case 'warning':
      return readable(status.warning, theme);
    case 'error':
      return readable(status.error, theme);
    default:
      return text.secondary;
  }
}

/** Colours of buttons that are disabled: the theme's own; grey, if the theme's cannot be read. */
export function disabledColors(theme: BackstageTheme): {
  disabled: string;
  disabledBackground: string;
} {
  const { action, background, textSubtle } = theme.palette;
  const { disabled, disabledBackground } = action;
  if (isReadable(disabled, theme, disabledBackground)) {
    return { disabled, disabledBackground };
  }
  const grey = emphasize(background.paper, 0.1);
  return {
    disabled: readable(textSubtle, theme, grey),
    disabledBackground: grey,
  };
}

/** Colour of secondary text: the theme's own; Backstage's subtle text, if the theme's cannot be read. */
export function secondaryTextColor(theme: BackstageTheme): string {
  const { text, textSubtle } = theme.palette;
  return isReadable(text.secondary, theme)
    ? text.secondary
    : readable(textSubtle, theme);
}

/** Background of a notice or chip in this tone. */
export function toneBackground(theme: BackstageTheme, tone: Tone): string {
  return alpha(
    tone === 'neutral' ? theme.palette.text.primary : toneColor(theme, tone),
    theme.palette.type === 'dark' ? 0.14 : 0.07,
  );
}

/** Classes that colour text and icons, by tone. */
export const useToneClasses = makeStyles<BackstageTheme>(theme => ({
  ok: { color: toneColor(theme, 'ok') },
  busy: { color: toneColor(theme, 'busy') },
  warning: { color: toneColor(theme, 'warning') },
  error: { color: toneColor(theme, 'error') },
  neutral: { color: toneColor(theme, 'neutral') },
}));
