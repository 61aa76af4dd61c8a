import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The first page that a test file renders loads the UI libraries, which can exceed the default timeout of one second.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);
