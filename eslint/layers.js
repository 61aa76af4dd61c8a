// The layers of a package's `src`, from top to bottom: a layer is a folder or a file, and imports only layers below it. The order rules out import cycles.
const { existsSync, readdirSync } = require('node:fs');
const { join, relative } = require('node:path');
const packageBoundaries = require('./packageBoundaries');

const repositoryRoot = join(__dirname, '..');

/** Entry points and tests may import every layer; version files import none. */
const isOutsideLayers = entry =>
  /^(index|main|version|setupTests)\.tsx?$|\.test\.tsx?$|^(testing|tests|__testUtils__)$/.test(
    entry,
  );

module.exports = (dir, layers) => {
  const config = packageBoundaries(dir);
  const listedIn = `${relative(repositoryRoot, dir)}/.eslintrc.js`;
  // The rule ignores a path that does not exist, so a renamed layer would no longer be checked.
  const missing = layers.filter(layer => !existsSync(join(dir, 'src', layer)));
  if (missing.length > 0) {
    throw new Error(
      `${listedIn} names layers that do not exist: ${missing.join(', ')}. Rename or remove them there.`,
    );
  }
  const unlisted = readdirSync(join(dir, 'src')).filter(
    entry => !layers.includes(entry) && !isOutsideLayers(entry),
  );
  if (unlisted.length > 0) {
    throw new Error(
      `${listedIn} does not list layers of src: ${unlisted.join(', ')}. List each there, above the layers that it imports.`,
    );
  }
  const zones = layers.slice(1).map((layer, above) => ({
    target: `./src/${layer}`,
    from: layers.slice(0, above + 1).map(higher => `./src/${higher}`),
    message: `A layer imports only layers below it; see the order in ${listedIn}.`,
  }));
  return {
    ...config,
    overrides: [
      ...config.overrides,
      {
        files: ['src/**/*.{ts,tsx}'],
        excludedFiles: [
          'src/**/*.test.{ts,tsx}',
          'src/testing/**',
          'src/**/__testUtils__/**',
        ],
        settings: {
          'import/resolver': { node: { extensions: ['.ts', '.tsx'] } },
        },
        rules: {
          'import/no-restricted-paths': ['error', { basePath: dir, zones }],
        },
      },
    ],
  };
};
