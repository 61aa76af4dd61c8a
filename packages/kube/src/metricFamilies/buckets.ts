// Buckets of histograms in seconds.

/**
 * From a millisecond (a change passed on) to a minute (a queue with a backlog). The targets of this project, 5, 100
 * and 500 ms, are bounds, so that quantiles near them are exact.
 */
export const buckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  60,
];
