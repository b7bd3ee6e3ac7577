import type { Properties, PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isObject } from '../../records/json-value.js';
import { hasRemoteLogonRights } from './computers.js';

type Values = Record<string, PropertyValue | null>;

/** Properties from fields of the record other than `Properties`: user rights, registry and network services. */
export function computerProperties(record: Fields, { ldapenabled, ldapsenabled }: Properties): Values {
  return {
    ...(hasRemoteLogonRights(record) && { hasura: true }),
    ...(ldapenabled !== undefined && { ldapenabled: null, ldapavailable: ldapenabled }),
    ...(ldapsenabled !== undefined && { ldapsenabled: null, ldapsavailable: ldapsenabled }),
    ...controllerRegistry(record.object('DCRegistryData')),
    ...ntlmRegistry(record.answer('NTLMRegistryData')?.object('Result') ?? null),
    ...smb(record.answer('SmbInfo')?.object('Result') ?? null),
    ...state(record, 'IsWebClientRunning', 'webclientrunning'),
    ...state(record, 'LdapEnabled', 'ldapavailable'),
    ...state(record, 'LdapsEnabled', 'ldapsavailable'),
  };
}

/** BloodHound has the same texts, and published queries compare them. */
const mappingMethods = [
  [1, '0x01: One-to-one (subject/issuer)'],
  [2, '0x02: Many-to-one (issuer certificate)'],
  [4, '0x04: User principal name (UPN/SAN)'],
  [8, '0x08: Kerberos service-for-user (S4U) certificate'],
  [16, '0x10: Kerberos service-for-user (S4U) explicit certificate'],
] as const;

const NOT_PRESENT = 'Registry value does not exist';

const bindingEnforcement = new Map([
  [-1, NOT_PRESENT],
  [0, 'Disabled'],
  [1, 'Compatibility mode'],
  [2, 'Full enforcement mode'],
]);

function controllerRegistry(registry: Fields | null): Values {
  const methods = collectedNumber(registry, 'CertificateMappingMethods');
  const binding = collectedNumber(registry, 'StrongCertificateBindingEnforcement');
  const netlogon = registry?.object('VulnerableNetlogonSecurityDescriptor');
  return {
    ...(methods !== null && {
      certificatemappingmethodsraw: methods,
      certificatemappingmethods: mappingMethodNames(methods),
    }),
    ...(binding !== null && {
      strongcertificatebindingenforcementraw: binding,
      strongcertificatebindingenforcement: bindingEnforcement.get(binding) ?? null,
    }),
    ...(netlogon && {
      vulnerablenetlogonsecuritydescriptorcollected: netlogon.flag('Collected') ?? false,
      vulnerablenetlogonsecuritydescriptor: netlogon.flag('Collected') ? netlogon.text('Value') : null,
    }),
  };
}

function mappingMethodNames(bits: number): readonly string[] {
  return bits === -1 ? [NOT_PRESENT] : mappingMethods.flatMap(([bit, name]) => (bits & bit ? [name] : []));
}

function collectedNumber(owner: Fields | null, field: string): number | null {
  return owner?.answer(field)?.integer('Value') ?? null;
}

const isBlocked = (value: number) => value === 2;
const isOn = (value: number) => value !== 0;

function ntlmRegistry(registry: Fields | null): Values {
  if (!registry) return {};
  return {
    restrictoutboundntlm: ifPresent(registry.integer('RestrictSendingNtlmTraffic'), isBlocked),
    restrictreceivingntlmtraffic: ifPresent(registry.integer('RestrictReceivingNTLMTraffic'), isBlocked),
    requiresecuritysignature: ifPresent(registry.integer('RequireSecuritySignature'), isOn),
    enablesecuritysignature: ifPresent(registry.integer('EnableSecuritySignature'), isOn),
    ntlmminclientsec: registry.integer('NtlmMinClientSec'),
    ntlmminserversec: registry.integer('NtlmMinServerSec'),
    lmcompatibilitylevel: registry.integer('LmCompatibilityLevel'),
    usemachineid: ifPresent(registry.integer('UseMachineId'), isOn),
    ...(registry.value('ClientAllowedNTLMServers') !== null && {
      clientallowedntlmservers: registry.texts('ClientAllowedNTLMServers'),
    }),
  };
}

function ifPresent(value: number | null, convert: (value: number) => boolean): boolean | null {
  return value === null ? null : convert(value);
}

function smb(result: Fields | null): Values {
  const signing = result?.flag('SigningEnabled') ?? null;
  return signing === null ? {} : { smbsigning: signing };
}

/** A field that is either a flag or the result of a query to the computer. */
function state(record: Fields, field: string, property: string): Values {
  const flag = isObject(record.value(field)) ? (record.answer(field)?.flag('Result') ?? null) : record.flag(field);
  return flag === null ? {} : { [property]: flag };
}
