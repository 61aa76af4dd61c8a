// Suites that load modules when they are used first.
import { join } from 'node:path';
import { root } from './root';

const preset = join(
  root,
  'node_modules/@backstage/cli-module-test-jest/config',
);

/** The other transforms are those of the CLI's preset. */
const transforms = {
  [String.raw`\.[cm]?[jt]sx?$`]: join(root, 'scripts/jest/lazyImports.cjs'),
  [String.raw`\.yaml$`]: join(preset, 'jestYamlTransform.js'),
  [String.raw`\.(png|svg)$`]: join(preset, 'jestFileTransform.js'),
};

/**
 * Flags for suites without clusters. What closes connections after a test loads modules when jest permits it no longer.
 */
export const lazyImports = [`--transform=${JSON.stringify(transforms)}`];
