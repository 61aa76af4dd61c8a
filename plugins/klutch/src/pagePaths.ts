/** Paths of the pages that other plugins link to, below the path of the Services page. */
export const pagePaths = {
  service: '/services/:resource',
  createInstance: '/create/:resource',
  instance: '/instances/:cluster/:namespace/:resource/:name',
} as const;
