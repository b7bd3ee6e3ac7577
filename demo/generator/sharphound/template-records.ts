import { inContainer } from '../directory/principals.js';
import { CONTAINERS } from '../directory/containers.js';
import { HELPDESK_CHAIN } from '../directory/role-groups.js';
import type { EstatePlan } from '../plan.js';
import { Records } from './aces.js';
import { objectFrame, objectIdentity } from './records.js';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const SECURE_MAIL = '1.3.6.1.5.5.7.3.4';
const REQUEST_AGENT = '1.3.6.1.4.1.311.20.2.1';

interface Template {
  readonly name: string;
  readonly ekus: readonly string[];
  /** The group that may enroll: its relative identifier in the domain, or its name. */
  readonly enrollers: number | string;
  readonly enrolleeSuppliesSubject?: boolean;
  readonly needsApproval?: boolean;
  readonly policy?: string;
}

/** `HaldenVpn` is the mistake that the demo has to show: the helpdesk asks for certificates of others, and of anybody. */
export const TEMPLATES: readonly Template[] = [
  { name: 'User', ekus: [CLIENT_AUTHENTICATION, SECURE_MAIL], enrollers: 513 },
  { name: 'Machine', ekus: [CLIENT_AUTHENTICATION, SERVER_AUTHENTICATION], enrollers: 515 },
  { name: 'DomainController', ekus: [CLIENT_AUTHENTICATION, SERVER_AUTHENTICATION], enrollers: 516 },
  { name: 'WebServer', ekus: [SERVER_AUTHENTICATION], enrollers: 512, enrolleeSuppliesSubject: true },
  { name: 'EnrollmentAgent', ekus: [REQUEST_AGENT], enrollers: 512, needsApproval: true },
  { name: 'HaldenVpn', ekus: [CLIENT_AUTHENTICATION], enrollers: HELPDESK_CHAIN[1], enrolleeSuppliesSubject: true },
  { name: 'HaldenSmartCard', ekus: [CLIENT_AUTHENTICATION], enrollers: 'DEPT-IT', policy: 'High Assurance' },
];

/** Policies by name; the first one carries its holders into a group. */
const POLICIES = ['High Assurance', 'Low Assurance'] as const;

export function templateId(plan: EstatePlan, name: string): string {
  return plan.guid('template', name);
}

/** The items of SharpHound's certtemplates and issuancepolicies files. */
export class TemplateRecords extends Records {
  *templates(): Generator<object> {
    const { plan, containers, groups } = this.directory;
    const home = containers.get(CONTAINERS.templates);
    for (const template of TEMPLATES) {
      const { enrollers } = template;
      yield {
        Properties: this.templateProperties(template),
        ...objectFrame(
          templateId(plan, template.name),
          [
            ...this.aces.configuration(),
            this.aces.group(
              typeof enrollers === 'number' ? plan.domainSid(enrollers) : groups.sidOf(enrollers),
              'Enroll',
            ),
            this.aces.group(this.aces.domainAdmins, 'Enroll'),
          ],
          inContainer(home.id),
          true,
        ),
      };
    }
  }

  *policies(): Generator<object> {
    const { plan, containers, groups } = this.directory;
    const home = containers.get(CONTAINERS.identifiers);
    for (const name of POLICIES) {
      const linked = name === 'High Assurance' ? groups.sidOf('ACC-REMOTE-MANAGEMENT') : null;
      yield {
        Properties: {
          ...this.properties(name.toUpperCase(), `CN=${this.objectNumber(name)},${home.distinguishedName}`),
          displayname: name,
          oid: this.oid(name),
        },
        GroupLink: { ObjectIdentifier: linked, ObjectType: linked === null ? 'Base' : 'Group' },
        ...objectFrame(plan.guid('issuance-policy', name), this.aces.configuration(), inContainer(home.id)),
      };
    }
  }

  private templateProperties(template: Template) {
    const { containers } = this.directory;
    const name = template.name.toUpperCase();
    const suppliesSubject = template.enrolleeSuppliesSubject ?? false;
    return {
      ...this.properties(name, `CN=${name},${containers.get(CONTAINERS.templates).distinguishedName}`),
      isaclprotected: true,
      displayname: template.name,
      validityperiod: '1 year',
      renewalperiod: '6 weeks',
      schemaversion: 2,
      oid: this.oid(template.name),
      enrollmentflag: template.needsApproval ? 'PEND_ALL_REQUESTS' : 'PUBLISH_TO_DS, AUTO_ENROLLMENT',
      requiresmanagerapproval: template.needsApproval ?? false,
      nosecurityextension: false,
      certificatenameflag: suppliesSubject ? 'ENROLLEE_SUPPLIES_SUBJECT' : 'SUBJECT_ALT_REQUIRE_UPN',
      enrolleesuppliessubject: suppliesSubject,
      subjectaltrequireupn: !suppliesSubject,
      subjectaltrequiredns: false,
      subjectaltrequiredomaindns: false,
      subjectaltrequireemail: false,
      subjectaltrequirespn: false,
      subjectrequireemail: false,
      ekus: template.ekus,
      effectiveekus: template.ekus,
      certificateapplicationpolicy: template.ekus,
      certificatepolicy: template.policy === undefined ? [] : [this.oid(template.policy)],
      authorizedsignatures: 0,
      applicationpolicies: [],
      issuancepolicies: [],
      authenticationenabled: template.ekus.includes(CLIENT_AUTHENTICATION),
    };
  }

  private properties(name: string, distinguishedName: string) {
    const { plan } = this.directory;
    return {
      ...objectIdentity(plan.domain, name, distinguishedName),
      isaclprotected: false,
      description: null,
      whencreated: plan.daysAgo(plan.random('template', name), 1_400, 900),
    };
  }

  private objectNumber(name: string): string {
    return `${this.directory.plan.random('oid-object', name).between(100, 999)}.${this.directory.plan.random('oid-object', name, 'hex').hex(32)}`;
  }

  private oid(name: string): string {
    const random = this.directory.plan.random('oid', name);
    const parts = Array.from({ length: 6 }, () => random.between(1_000_000, 16_000_000));
    return `1.3.6.1.4.1.311.21.8.${parts.join('.')}`;
  }
}
