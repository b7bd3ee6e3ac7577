import { inContainer, type TypedPrincipal } from '../directory/principals.js';
import { CONTAINERS } from '../directory/containers.js';
import { Records } from './aces.js';
import { collected, objectFrame, objectIdentity } from './records.js';
import { templateId, TEMPLATES } from './template-records.js';

/** The items of the files about certificate authorities: aiacas, rootcas, enterprisecas, ntauthstores. */
export class AuthorityRecords extends Records {
  private readonly rootThumbprint = this.directory.plan.random('thumbprint', 'root').hex(40);
  private readonly issuerThumbprint = this.directory.plan.random('thumbprint', 'issuer').hex(40);

  *issuers(): Generator<object> {
    yield {
      Properties: {
        ...this.authority('ISSUING-CA', CONTAINERS.issuers, [this.issuerThumbprint, this.rootThumbprint]),
        crosscertificatepair: [],
        hascrosscertificatepair: false,
      },
      ...this.frame('AIACA', CONTAINERS.issuers),
    };
  }

  *roots(): Generator<object> {
    yield {
      Properties: this.authority('ROOT-CA', CONTAINERS.roots, [this.rootThumbprint]),
      DomainSID: this.directory.plan.domain.sid,
      ...this.frame('RootCA', CONTAINERS.roots),
    };
  }

  *stores(): Generator<object> {
    const { domain } = this.directory.plan;
    yield {
      Properties: {
        ...this.properties('NTAUTHCERTIFICATES', CONTAINERS.publicKeyServices),
        certthumbprints: [this.rootThumbprint, this.issuerThumbprint],
      },
      DomainSID: domain.sid,
      ...this.frame('NTAuthStore', CONTAINERS.publicKeyServices),
    };
  }

  *enterprise(): Generator<object> {
    const { plan, machines } = this.directory;
    const host = machines.server(0);
    yield {
      Properties: {
        ...this.authority('ISSUING-CA', CONTAINERS.authorities, [this.issuerThumbprint, this.rootThumbprint]),
        flags: 'SUPPORTS_NT_AUTHENTICATION, CA_SERVERTYPE_ADVANCED',
        caname: `${plan.domain.netbios}-ISSUING-CA`,
        dnshostname: `${host.host}.${plan.domain.name}`.toLowerCase(),
        casecuritycollected: true,
        enrollmentagentrestrictionscollected: true,
        isuserspecifiessanenabledcollected: true,
      },
      HostingComputer: host.sid,
      CARegistryData: {
        CASecurity: collected({ Data: this.security() }),
        EnrollmentAgentRestrictions: collected({ Restrictions: [] }),
        IsUserSpecifiesSanEnabled: collected({ Value: false }),
      },
      EnabledCertTemplates: TEMPLATES.map(({ name }): TypedPrincipal => ({
        ObjectIdentifier: templateId(plan, name),
        ObjectType: 'CertTemplate',
      })),
      ...this.frame('EnterpriseCA', CONTAINERS.authorities),
    };
  }

  private security() {
    const managers = [this.aces.administrators, this.aces.domainAdmins, this.aces.enterpriseAdmins];
    return [
      this.aces.group(this.aces.administrators, 'Owns'),
      this.aces.group(this.directory.plan.wellKnownSid('S-1-5-11'), 'Enroll'),
      ...managers.flatMap((sid) => ['ManageCA', 'ManageCertificates'].map((right) => this.aces.group(sid, right))),
    ];
  }

  /** Properties of a certificate authority; its own thumbprint leads the chain. */
  private authority(name: string, containerPath: string, chain: readonly string[]) {
    return {
      ...this.properties(`${this.directory.plan.domain.netbios}-${name}`, containerPath),
      certthumbprint: chain[0],
      certname: chain[0],
      certchain: chain,
      hasbasicconstraints: false,
      basicconstraintpathlength: 0,
    };
  }

  private properties(name: string, containerPath: string) {
    const { plan, containers } = this.directory;
    return {
      ...objectIdentity(plan.domain, name, `CN=${name},${containers.get(containerPath).distinguishedName}`),
      isaclprotected: false,
      description: null,
      whencreated: plan.daysAgo(plan.random('authority', name), 1_500, 1_000),
    };
  }

  private frame(kind: string, containerPath: string) {
    const { plan, containers } = this.directory;
    const container = inContainer(containers.get(containerPath).id);
    return objectFrame(plan.guid('authority', kind), this.aces.configuration(), container);
  }
}
