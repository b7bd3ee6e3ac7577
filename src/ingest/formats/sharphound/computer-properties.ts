import type { Properties } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isObject } from '../../records/json-value.js';
import type { StatedValues } from '../../records/properties.js';
import { hasRemoteLogonRights } from './computers.js';

/**
 * Properties from fields of the record other than `Properties`: user rights, registry and network services. A field that is null was not
 * collected, so it states nothing; a null in what was collected erases the property.
 */
export function computerProperties(record: Fields, bag: Properties, erased: readonly string[]): StatedValues {
  const renamed = (from: string, to: string) =>
    from in bag || erased.includes(from) ? { [from]: null, [to]: bag[from] ?? null } : {};
  return {
    hasura: hasRemoteLogonRights(record),
    ...renamed('ldapenabled', 'ldapavailable'),
    ...renamed('ldapsenabled', 'ldapsavailable'),
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

function controllerRegistry(registry: Fields | null): StatedValues {
  const methods = collectedNumber(registry, 'CertificateMappingMethods');
  const binding = collectedNumber(registry, 'StrongCertificateBindingEnforcement');
  const netlogon = registry?.object('VulnerableNetlogonSecurityDescriptor');
  return {
    certificatemappingmethodsraw: methods,
    certificatemappingmethods: ifPresent(methods, mappingMethodNames),
    strongcertificatebindingenforcementraw: binding,
    strongcertificatebindingenforcement: ifPresent(binding, (value) => bindingEnforcement.get(value) ?? null),
    ...(netlogon && {
      vulnerablenetlogonsecuritydescriptorcollected: netlogon.flag('Collected') ?? false,
      vulnerablenetlogonsecuritydescriptor: netlogon.flag('Collected') ? netlogon.text('Value') : undefined,
    }),
  };
}

function mappingMethodNames(bits: number): readonly string[] {
  return bits === -1 ? [NOT_PRESENT] : mappingMethods.flatMap(([bit, name]) => (bits & bit ? [name] : []));
}

/** @returns undefined if it was not collected */
function collectedNumber(owner: Fields | null, field: string): number | null | undefined {
  return owner?.answer(field)?.integer('Value');
}

const isBlocked = (value: number) => value === 2;
const isOn = (value: number) => value !== 0;

function ntlmRegistry(registry: Fields | null): StatedValues {
  if (!registry) return {};
  const number = (name: string) => registry.given(name, (field) => registry.integer(field));
  const receiving = ifPresent(number('RestrictReceivingNTLMTraffic'), isBlocked);
  return {
    restrictoutboundntlm: ifPresent(number('RestrictSendingNtlmTraffic'), isBlocked),
    restrictreceivingntlmtraffic: receiving,
    // The spelling of BloodHound, which published queries have.
    restrictreceivingntmltraffic: receiving,
    requiresecuritysignature: ifPresent(number('RequireSecuritySignature'), isOn),
    enablesecuritysignature: ifPresent(number('EnableSecuritySignature'), isOn),
    ntlmminclientsec: number('NtlmMinClientSec'),
    ntlmminserversec: number('NtlmMinServerSec'),
    lmcompatibilitylevel: number('LmCompatibilityLevel'),
    usemachineid: ifPresent(number('UseMachineId'), isOn),
    clientallowedntlmservers: registry.given('ClientAllowedNTLMServers', (field) => registry.texts(field)),
  };
}

function ifPresent<T>(value: number | null | undefined, convert: (value: number) => T): T | null | undefined {
  return value === null || value === undefined ? value : convert(value);
}

function smb(result: Fields | null): StatedValues {
  return { smbsigning: result?.given('SigningEnabled', (field) => result.flag(field)) };
}

/** A field that is either a flag or the result of a query to the computer. */
function state(record: Fields, field: string, property: string): StatedValues {
  const isAnswer = isObject(record.value(field));
  const answer = isAnswer ? record.answer(field) : null;
  const value = isAnswer ? answer?.given('Result', (result) => answer.flag(result)) : (record.flag(field) ?? undefined);
  return value === undefined ? {} : { [property]: value };
}
