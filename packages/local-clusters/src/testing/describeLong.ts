const isLongRun = process.env.KLUTCH_LONG === '1';

/** A `describe` for tests that take too long for `npm test`; `npm run test:long` finds the files that use it. */
export const describeLong = isLongRun ? describe : describe.skip;

/** The same for a single test. */
export const itLong = isLongRun ? it : it.skip;
