/** A `describe` for tests that take too long for `npm test`; `npm run test:long` finds the files that use it. */
export const describeLong =
  process.env.KLUTCH_LONG === '1' ? describe : describe.skip;
