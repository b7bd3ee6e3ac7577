import { UsageError } from '../failure.js';
import { ServiceClient } from './service-client.js';
import type { GivenService } from './service-options.js';

/** @throws UsageError unless both the URL and the token are given */
export function givenService({ url, token }: GivenService): ServiceClient {
  if (url && token) return new ServiceClient(url.replace(/\/+$/, ''), token);
  throw new UsageError('--remote needs GRAPHWARD_URL and GRAPHWARD_TOKEN, or --url and --token');
}
