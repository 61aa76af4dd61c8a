import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const src = join(__dirname, '..');

/** Lines of the plugin's sources with a match, except in tests and in the files named. */
const linesWith = (pattern: RegExp, except: string): string[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(
      file =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$|__testUtils__/.test(file) &&
        file !== except,
    )
    .flatMap(file =>
      readFileSync(join(src, file), 'utf8')
        .split('\n')
        .filter(line => pattern.test(line))
        .map(line => `${file}: ${line.trim()}`),
    );

it('colours come from the theme', () => {
  const color =
    /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(|core\/colors|color: '(black|white|gr[ae]y|red|green|blue|orange|yellow)'/i;
  expect(linesWith(color, 'shared/tones.ts')).toEqual([]);
});

it('what moves does so through `animation`, which heeds the wish for less motion', () => {
  expect(
    linesWith(/\b(animation|transition)\w*: /, 'shared/animation.ts'),
  ).toEqual([]);
});
