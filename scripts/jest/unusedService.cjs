// Instead of the client of a cloud's service or of a cache, which Backstage loads and no suite calls.
module.exports = new Proxy(
  { __esModule: true },
  {
    get(module, name) {
      if (name in module || typeof name === 'symbol') return module[name];
      throw new Error(
        `${name} is of a library that suites do not load: see scripts/jest/resolver.cjs`,
      );
    },
  },
);
