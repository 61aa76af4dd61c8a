// Finds modules for test suites as jest does; @kubernetes/client-node without its generated API classes, see lazyClientNode.cjs.
const { join } = require('node:path');

const folder = join('@kubernetes', 'client-node', 'dist');

module.exports = (request, options) => {
  if (request === '@kubernetes/client-node') {
    return join(__dirname, 'lazyClientNode.cjs');
  }
  if (request === './gen/index.js' && options.basedir.endsWith(folder)) {
    return join(__dirname, 'lazyGeneratedClasses.cjs');
  }
  return options.defaultResolver(request, options);
};
