/** The routes that programs call. */
import { bindingProvider } from '@klutch/bind-api';
import type { Request, Response } from 'express';
import type { Handshake } from '../handshake/createHandshake';
import { HttpError } from './failure';
import { pickUpBody, read, tokenBody } from './input';
import type { Routes } from './routes';

/** What the routes work with. */
export interface ApiRoutesOptions {
  handshake: Handshake;
  /** Name of the provider, for people. */
  prettyName: string;
  /** Version of the binding protocol. */
  version: string;
}

const tokenOf = (request: Request, response: Response) => {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(
    request.get('authorization') ?? '',
  )?.[1];
  if (token) return token;
  response.setHeader('WWW-Authenticate', 'Bearer');
  throw new HttpError(
    401,
    'SignInRefused',
    'This needs an access token of an identity provider in the header Authorization: Bearer. Get one, by the client credentials grant for example, and try again.',
  );
};

/** Who the provider is, and the answers for programs. */
export const apiRoutes = ({
  handshake,
  prettyName,
  version,
}: ApiRoutesOptions): Routes => ({
  '/export': {
    get: (_, response) => {
      response.json(
        bindingProvider({
          providerPrettyName: prettyName,
          version,
          authenticatedURL: `${handshake.externalUrl}/authorize`,
        }),
      );
    },
  },
  '/pickup': {
    post: async (request, response) => {
      const { code, verifier } = read(pickUpBody, request.body);
      response.json(await handshake.pickUp(code, verifier));
    },
  },
  '/bind-noninteractive': {
    post: async (request, response) => {
      const token = tokenOf(request, response);
      const { apis, clusterID } = read(tokenBody, request.body);
      const binding = { token, clusterId: clusterID, apis };
      response.json(await handshake.bindWithToken(binding));
    },
  },
});
