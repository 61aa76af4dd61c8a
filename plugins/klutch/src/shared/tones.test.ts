import { darkTheme, lightTheme, type BackstageTheme } from '@backstage/theme';
import { getContrastRatio } from '@material-ui/core/styles';
import { disabledColors, secondaryTextColor, toneColor, tones } from './tones';

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

it.each(themes)('secondary text is readable on a %s page', (_name, theme) => {
  const { background } = theme.palette;
  const secondary = secondaryTextColor(theme);
  const ratios = [background.paper, background.default].map(behind =>
    getContrastRatio(secondary, behind),
  );
  expect(Math.min(...ratios)).toBeGreaterThan(4.5);
});

it('keeps the colours of a theme for disabled buttons and secondary text where they are readable', () => {
  const palette = {
    ...lightTheme.palette,
    text: { ...lightTheme.palette.text, secondary: 'rgba(64, 0, 64, 0.9)' },
    action: {
      ...lightTheme.palette.action,
      disabled: 'hsla(300, 50%, 20%, 0.9)',
      disabledBackground: 'rgba(64, 0, 64, 0.1)',
    },
  };
  const theme = { ...lightTheme, palette };
  expect(secondaryTextColor(theme)).toBe(palette.text.secondary);
  expect(disabledColors(theme)).toEqual({
    disabled: palette.action.disabled,
    disabledBackground: palette.action.disabledBackground,
  });
});
