import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The first page of a file loads the kit; on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);
