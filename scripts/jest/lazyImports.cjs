// Transforms modules as the CLI's preset does, but ours and Backstage's load what they import when they use it first. A suite
// uses a small part of what the modules under test import, and loading all of it was up to a third of the processor time
// of the suites of a package (docs/adr/0075-time-of-the-tests.md).
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { extname } = require('node:path');
const {
  createTransformer,
} = require('@backstage/cli-module-test-jest/config/jestSwcTransform');

const version = createHash('sha256')
  .update(readFileSync(__filename))
  .digest('hex');

/** Test files load their imports at once, and so do other libraries, which may rely on the order. */
const isEager = path =>
  /\.test\.\w+$|\/setupTests\.ts$|\/node_modules\/(?!@backstage\/)/.test(path);

/** Where the time matters: hooks of tests cannot be registered within a test, and style sheets apply in their order. */
const atOnce = /^@(testing-library|material-ui)\/|test-?utils/i;

const importedFrom = /\bfrom\s*['"]([^'"]+)['"]/g;

const lazyImportsOf = source =>
  [...source.matchAll(importedFrom)]
    .map(([, from]) => from)
    .filter(from => !atOnce.test(from));

/** The options of the CLI's preset. */
function presetOf(path, { config }) {
  const extension = extname(path);
  const isJsx = extension.endsWith('x');
  const parser = extension.includes('ts')
    ? { syntax: 'typescript', tsx: isJsx }
    : { syntax: 'ecmascript', jsx: isJsx };
  const isNode = config.testEnvironment.includes('environment-node');
  return {
    jsc: {
      parser,
      ...(isJsx && { transform: { react: { runtime: 'automatic' } } }),
    },
    module:
      isNode && !isJsx
        ? { ignoreDynamic: true, exportInteropAnnotation: true }
        : {},
  };
}

module.exports = {
  process(source, path, options) {
    const { module, ...preset } = presetOf(path, options);
    const lazy = isEager(path) ? [] : lazyImportsOf(source);
    return createTransformer({
      ...preset,
      module: { ...module, lazy },
    }).process(source, path, options);
  },
  getCacheKey(source, path, options) {
    const key = createTransformer(presetOf(path, options)).getCacheKey(
      source,
      path,
      options,
    );
    return `${key}-${version}`;
  },
};
