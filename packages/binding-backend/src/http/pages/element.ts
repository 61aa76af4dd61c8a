/**
 * React elements of the pages, written as calls because the loader that runs a Backstage backend from its sources does
 * not support JSX. The pages are rendered only in this package, so React need not be shared with an app.
 */
// eslint-disable-next-line @backstage/no-undeclared-imports
export { createElement as h, Fragment, type ReactNode } from 'react';
