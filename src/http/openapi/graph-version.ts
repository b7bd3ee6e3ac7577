import type { ServerResponse } from 'node:http';

/** Header with the version of the graph that an answer is from. */
export const graphVersionHeader = 'Graph-Version';

export function setGraphVersion(response: ServerResponse, version: number): void {
  response.setHeader(graphVersionHeader, String(version));
}
