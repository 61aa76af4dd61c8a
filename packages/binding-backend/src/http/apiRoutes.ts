/** JSON routes for CLIs and machine clients. */
import { bindingProvider } from '@klutch/bind-api';
import type { Request } from 'express';
import type { Handshake } from '../handshake/createHandshake';
import { pickUpBody, parseInput, tokenBody } from './input';
import type { Routes } from './routes';

/** Dependencies of the routes. */
export interface ApiRoutesOptions {
  handshake: Handshake;
  /** Human-readable name of the provider. */
  prettyName: string;
  /** Version of the binding protocol. */
  version: string;
}

const bearerTokenOf = (request: Request) =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(request.get('authorization') ?? '')?.[1];

/** The BindingProvider, and the routes that return binding responses. */
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
      const { code, verifier } = parseInput(pickUpBody, request.body);
      response.json(await handshake.pickUp(code, verifier));
    },
  },
  '/bind-noninteractive': {
    post: async (request, response) => {
      const { apis, clusterID } = parseInput(tokenBody, request.body);
      const token = bearerTokenOf(request);
      if (token === undefined) response.setHeader('WWW-Authenticate', 'Bearer');
      const binding = { token, clusterId: clusterID, apis };
      response.json(await handshake.bindWithToken(binding));
    },
  },
});
