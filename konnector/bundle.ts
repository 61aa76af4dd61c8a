/** Bundles the konnector into one file for its image: `node bundle.ts <file>`. */
import { build, type Plugin } from 'esbuild';

const clientNode = /node_modules\/@kubernetes\/client-node\//;

/**
 * Only the kubeconfig of client-node is used. Without this, all its models would be in the bundle, as the package does
 * not declare that it has no side effects, and 7 MB of the process.
 */
const withoutClientNodeModels: Plugin = {
  name: 'without-client-node-models',
  setup(bundle) {
    bundle.onResolve({ filter: /client-node|^\.{1,2}\// }, async args => {
      const { path, importer, kind, resolveDir, pluginData } = args;
      if (pluginData === clientNode) return undefined;
      const found = await bundle.resolve(path, {
        importer,
        kind,
        resolveDir,
        pluginData: clientNode,
      });
      return found.errors.length === 0 && clientNode.test(found.path)
        ? { path: found.path, sideEffects: false }
        : undefined;
    });
  },
};

const [, , outfile] = process.argv;
if (!outfile) throw new Error('Name the file to write: node bundle.ts <file>');
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
