// The rooms of a package's src, top down, and files beside them: each may import only what is below it, so that none go in circles.
const { relative } = require('node:path');
const base = require('./eslint.room.js');

module.exports = (dir, rooms) => {
  const room = base(dir);
  const zones = rooms.slice(1).map((floor, above) => ({
    target: `./src/${floor}`,
    from: rooms.slice(0, above + 1).map(other => `./src/${other}`),
    message: `It is above this room (see ${relative(__dirname, dir)}/.eslintrc.js).`,
  }));
  return {
    ...room,
    overrides: [
      ...room.overrides,
      {
        files: ['src/**/*.ts'],
        excludedFiles: [
          'src/**/*.test.ts',
          'src/testing/**',
          'src/**/__testUtils__/**',
        ],
        settings: { 'import/resolver': { node: { extensions: ['.ts'] } } },
        rules: {
          'import/no-restricted-paths': ['error', { basePath: dir, zones }],
        },
      },
    ],
  };
};
