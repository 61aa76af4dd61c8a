/** Bundles the konnector into one file for its image: `node bundle.mts <file>`. */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Only the kubeconfig of client-node is used. Without this, all its models would be in the bundle, as the package does
 * not declare that its modules have no side effects, and 5 MB of the process.
 */
const withoutClientNodeModels: Plugin = {
  name: 'without-client-node-models',
  setup(bundle) {
    // Those of its modules that lead to the models. A filter for all modules would make bundling ten times as slow.
    const filter = /^\.\/((gen|models|types)\/)?[A-Za-z_-]+\.js$/;
    bundle.onResolve({ filter }, ({ path, resolveDir }) =>
      resolveDir.includes('@kubernetes/client-node/dist')
        ? { path: join(resolveDir, path), sideEffects: false }
        : undefined,
    );
  },
};

const [, , outfile] = process.argv;
if (!outfile) throw new Error('Name the file to write: node bundle.mts <file>');
void build({
  entryPoints: ['src/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node22',
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [withoutClientNodeModels],
});
