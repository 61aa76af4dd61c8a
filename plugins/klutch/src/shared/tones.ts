/** Colours of the tones (ok, busy, warning, error, neutral) from the app's theme. */
import type { BackstageTheme } from '@backstage/theme';
import {
  alpha,
  darken,
  emphasize,
  getContrastRatio,
  lighten,
  makeStyles,
} from '@material-ui/core/styles';

export const tones = ['ok', 'busy', 'warning', 'error', 'neutral'] as const;
export type Tone = (typeof tones)[number];

/** WCAG 2.1 AA asks for 4.5; the rest is for the tone's own background and the page's, which differ from paper. */
const CONTRAST = 5;
const STEP = 0.05;

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

/** Colours of buttons that are disabled: grey, and readable on their own background and on the page's. */
export function disabledColors(theme: BackstageTheme): {
  disabled: string;
  disabledBackground: string;
} {
  const disabledBackground = emphasize(theme.palette.background.paper, 0.1);
  return {
    disabled: readable(theme.palette.textSubtle, theme, disabledBackground),
    disabledBackground,
  };
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
