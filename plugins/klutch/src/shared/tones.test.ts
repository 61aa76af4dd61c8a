import { darkTheme, lightTheme, type BackstageTheme } from '@backstage/theme';
import { getContrastRatio } from '@material-ui/core/styles';
import { disabledColors, toneColor, tones } from './tones';

/** A company's theme with colours that nobody can read as text. */
const paleTheme: BackstageTheme = {
  ...lightTheme,
  palette: {
    ...lightTheme.palette,
    status: { ...lightTheme.palette.status, ok: '#f0fff0', error: '#ffd6d6' },
  },
};

const themes: [string, BackstageTheme][] = [
  ['light', lightTheme],
  ['dark', darkTheme],
  ['pale', paleTheme],
];

it.each(themes)('text in a tone is readable on a %s page', (_name, theme) => {
  const { background } = theme.palette;
  const ratios = tones
    .filter(tone => tone !== 'neutral')
    .flatMap(tone =>
      [background.paper, background.default].map(behind =>
        getContrastRatio(toneColor(theme, tone), behind),
      ),
    );
  expect(Math.min(...ratios)).toBeGreaterThan(4.5);
});

it.each(themes)(
  'a disabled button is readable on a %s page',
  (_name, theme) => {
    const { disabled, disabledBackground } = disabledColors(theme);
    const { background, text } = theme.palette;
    const ratios = [
      disabledBackground,
      background.paper,
      background.default,
    ].map(behind => getContrastRatio(disabled, behind));
    expect(Math.min(...ratios)).toBeGreaterThan(4.5);
    expect(disabled).not.toBe(text.primary);
  },
);

it('takes the colours of the theme where they are readable', () => {
  const { status } = darkTheme.palette;
  expect(toneColor(darkTheme, 'ok')).toBe(status.ok);
  expect(toneColor(lightTheme, 'busy')).toBe(lightTheme.palette.status.running);
});
