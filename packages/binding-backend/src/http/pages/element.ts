/**
 * What pages are made of. Written as calls: the loader that runs a Backstage backend from its sources knows no JSX.
 * Pages are rendered here and nowhere else: no app that shares its React with us ever sees these components.
 */
// eslint-disable-next-line @backstage/no-undeclared-imports
export { createElement as h, Fragment, type ReactNode } from 'react';
