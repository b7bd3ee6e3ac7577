import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Rule } from '../rule.js';
import { authoritiesOf } from './authorities.js';

/** Control of an enabled host of a certificate authority: its holder can forge certificates for each domain that accepts the authority. */
export const goldenCertificates: Rule = {
  kinds: [Kind.GoldenCert],
  derive: ({ emit, ...input }) => {
    for (const { hosts, unknownHosts, domains } of authoritiesOf(input)) {
      for (const host of unknownHosts) input.skip(Kind.GoldenCert, 'enabled', host);
      for (const host of hosts) for (const domain of domains) emit(host, Kind.GoldenCert, domain);
    }
  },
};
