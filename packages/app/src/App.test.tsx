import { render, screen } from '@testing-library/react';
import { app } from './App';

describe('App', () => {
  it('asks who one is, with the sandbox’s identity provider and guest to choose from', async () => {
    Object.assign(process.env, {
      APP_CONFIG: [
        {
          context: 'test',
          data: {
            app: { title: 'Test', baseUrl: 'http://localhost' },
            backend: { baseUrl: 'http://localhost' },
            auth: { environment: 'development' },
          },
        },
      ],
    });
    render(app.createRoot());

    expect(
      await screen.findByText('Sandbox identity provider', undefined, {
        timeout: 30_000,
      }),
    ).toBeVisible();
    expect(screen.getByText('Guest')).toBeVisible();
  }, 60_000);
});
