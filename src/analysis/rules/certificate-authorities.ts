import { statedFlags } from '../../graph/store/edge-flag.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { derive, type DerivationRule } from './derivation-rule.js';

const authorities = `(${Kind.AIACA}, ${Kind.RootCA}, ${Kind.EnterpriseCA})`;

/** Edges of a kind, be they derived by the rules before or stated by a source. */
function edgesOf(...kinds: readonly number[]): string {
  const list = kinds.join(', ');
  return `(SELECT source, target FROM derived_edge WHERE kind IN (${list})
    UNION SELECT source, target FROM edge WHERE kind IN (${list}) AND flags & ${statedFlags} <> 0)`;
}

const trustedForLogon = `${derive}
  SELECT ca.id, ${Kind.TrustedForNTAuth}, store.id FROM node store
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(store.props -> 'certthumbprints')
      WHEN 'array' THEN store.props -> 'certthumbprints' ELSE '[]' END) AS trusted(thumbprint)
    JOIN node ca ON ca.kind = ${Kind.EnterpriseCA} AND ca.props ->> 'certthumbprint' = trusted.thumbprint
  WHERE store.kind = ${Kind.NTAuthStore}`;

/** The second certificate of a chain is the issuer's. */
const issuedBy = `${derive}
  SELECT ca.id, ${Kind.IssuedSignedBy}, issuer.id FROM node ca
    JOIN node issuer ON issuer.kind IN ${authorities} AND issuer.props ->> 'certthumbprint' = ca.props -> 'certchain' ->> 1
  WHERE ca.kind IN ${authorities} AND issuer.id <> ca.id`;

const sameCertificate = `${derive}
  SELECT ca.id, ${Kind.EnterpriseCAFor}, root.id FROM node ca
    JOIN node root ON root.kind = ${Kind.RootCA} AND root.props ->> 'certthumbprint' = ca.props ->> 'certthumbprint'
  WHERE ca.kind = ${Kind.EnterpriseCA} AND ca.props ->> 'certthumbprint' <> ''`;

/** Who holds the host of a CA forges certificates for each domain that trusts the CA for logon and whose root its chain ends in. */
const goldenCertificates = `${derive}
  WITH RECURSIVE step AS MATERIALIZED ${edgesOf(Kind.IssuedSignedBy, Kind.EnterpriseCAFor)},
  chain(ca, at) AS (
    SELECT id, id FROM node WHERE kind = ${Kind.EnterpriseCA}
    UNION SELECT c.ca, s.target FROM chain c JOIN step s ON s.source = c.at)
  SELECT DISTINCT host.source, ${Kind.GoldenCert}, root.target FROM chain c
    JOIN edge root ON root.source = c.at AND root.kind = ${Kind.RootCAFor}
    JOIN ${edgesOf(Kind.TrustedForNTAuth)} trust ON trust.source = c.ca
    JOIN edge store ON store.source = trust.target AND store.kind = ${Kind.NTAuthStoreFor} AND store.target = root.target
    JOIN edge host ON host.target = c.ca AND host.kind = ${Kind.HostsCAService}`;

const extendedBy = `${derive}
  SELECT template.id, ${Kind.ExtendedByPolicy}, policy.id FROM node template
    JOIN node policy ON policy.kind = ${Kind.IssuancePolicy} AND policy.environment = template.environment
      AND template.props -> 'certificatepolicy' ? (policy.props ->> 'certtemplateoid')
  WHERE template.kind = ${Kind.CertTemplate}`;

/** How certificate authorities, templates and policies hang together. */
export const certificateAuthorities: DerivationRule = {
  name: 'certificate authorities',
  statements: [trustedForLogon, issuedBy, sameCertificate, goldenCertificates, extendedBy],
};
