import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The security headers of every answer, also of those for which there is no request that middleware could handle. */
export const securityHeaders: ReadonlyMap<string, string> = readHeaders();

/** The values depend on no request, so helmet computes them once. */
function readHeaders(): Map<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const headers = new Map<string, string>();
  response.setHeader = (name, value) => {
    headers.set(name, String(value));
    return response;
  };
  const setHeaders = helmet({
    // The service itself speaks HTTP: the proxy that adds TLS decides on this header.
    strictTransportSecurity: false,
    contentSecurityPolicy: { useDefaults: true, directives: { upgradeInsecureRequests: null } },
  });
  setHeaders(response.req, response, () => {});
  return headers;
}
