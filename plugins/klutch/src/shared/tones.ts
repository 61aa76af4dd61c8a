/** Colours of the tones (ok, busy, warning, error, neutral) from the app's theme. */
import type { BackstageTheme } from '@backstage/theme';
import { alpha } from '@material-ui/core/styles';

export const tones = ['ok', 'busy', 'warning', 'error', 'neutral'] as const;
export type Tone = (typeof tones)[number];

/** Text and icon colour with sufficient contrast on the page and on the tone's background. */
export function toneColor(theme: BackstageTheme, tone: Tone): string {
  const dark = theme.palette.type === 'dark';
  const colors: Record<Tone, string> = {
    ok: dark ? '#71cf88' : '#1a7f37',
    busy: dark ? '#75b5ff' : '#1f5fbf',
    warning: dark ? '#ffb84d' : '#9a5b00',
    error: dark ? '#ff8a80' : '#b3261e',
    neutral: theme.palette.text.secondary,
  };
  return colors[tone];
}

/** Background of a notice or chip in this tone. */
export function toneBackground(theme: BackstageTheme, tone: Tone): string {
  return alpha(
    tone === 'neutral' ? theme.palette.text.primary : toneColor(theme, tone),
    theme.palette.type === 'dark' ? 0.14 : 0.07,
  );
}
