import type { ServerResponse } from 'node:http';

/** Header with the version of the graph that an answer is from. */
export const graphVersionHeader = 'Graph-Version';

/** Marks a truncated graph in answers whose form has no member for that. */
export const graphTruncatedHeader = 'Graph-Truncated';

export function setGraphTruncated(response: ServerResponse, truncated: boolean): void {
  if (truncated) response.setHeader(graphTruncatedHeader, 'true');
}

/** Names the version of an answer. @returns the answer */
export function versioned<T>(
  response: ServerResponse,
  { version, answer }: { readonly version: number; readonly answer: T },
): T {
  setGraphVersion(response, version);
  return answer;
}

export function setGraphVersion(response: ServerResponse, version: number): void {
  // All pages of a list that is sent as CSV have the version of the first.
  if (!response.headersSent) response.setHeader(graphVersionHeader, String(version));
}
