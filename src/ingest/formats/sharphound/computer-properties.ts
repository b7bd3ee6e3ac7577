import type { PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { isObject } from '../../records/json-value.js';

type Values = Record<string, PropertyValue | null>;

/** Properties from fields of the record other than `Properties`: registry and network services. */
export function computerProperties(record: Fields): Values {
  return {
    ...controllerRegistry(record.object('DCRegistryData')),
    ...ntlmRegistry(record.object('NTLMRegistryData')),
    ...smb(record.object('SmbInfo')),
    ...state(record, 'IsWebClientRunning', 'webclientrunning'),
    ...state(record, 'LdapEnabled', 'ldapavailable'),
    ...state(record, 'LdapsEnabled', 'ldapsavailable'),
  };
}

const mappingMethods = [
  [1, 'one-to-one subject and issuer'],
  [2, 'many-to-one issuer'],
  [4, 'UPN in the subject alternative name'],
  [8, 'S4U2Self certificate'],
  [16, 'S4U2Self explicit certificate'],
] as const;

const bindingEnforcement = new Map([
  [-1, 'not present'],
  [0, 'disabled'],
  [1, 'compatibility'],
  [2, 'full enforcement'],
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
      strongcertificatebindingenforcement: bindingEnforcement.get(binding) ?? 'unknown',
    }),
    ...(netlogon?.flag('Collected') && {
      vulnerablenetlogonsecuritydescriptorcollected: true,
      vulnerablenetlogonsecuritydescriptor: netlogon.text('Value'),
    }),
  };
}

function mappingMethodNames(bits: number): readonly string[] {
  return bits === -1 ? ['not present'] : mappingMethods.flatMap(([bit, name]) => (bits & bit ? [name] : []));
}

function collectedNumber(owner: Fields | null, field: string): number | null {
  const result = owner?.object(field);
  return result?.flag('Collected') ? result.integer('Value') : null;
}

const BLOCKED = 2;

function ntlmRegistry(answer: Fields | null): Values {
  const registry = resultOf(answer);
  if (!registry) {
    return {};
  }
  const signing = registry.integer('RequireSecuritySignature');
  const enabled = registry.integer('EnableSecuritySignature');
  return {
    restrictoutboundntlm: registry.integer('RestrictSendingNtlmTraffic') === BLOCKED,
    restrictreceivingntlmtraffic: registry.integer('RestrictReceivingNTLMTraffic') === BLOCKED,
    ...(signing !== null && { requiresecuritysignature: signing !== 0 }),
    ...(enabled !== null && { enablesecuritysignature: enabled !== 0 }),
    ntlmminclientsec: registry.integer('NtlmMinClientSec'),
    ntlmminserversec: registry.integer('NtlmMinServerSec'),
    lmcompatibilitylevel: registry.integer('LmCompatibilityLevel'),
    usemachineid: registry.integer('UseMachineId'),
    ...(registry.value('ClientAllowedNTLMServers') !== null && {
      clientallowedntlmservers: registry.texts('ClientAllowedNTLMServers'),
    }),
  };
}

function smb(answer: Fields | null): Values {
  const signing = resultOf(answer)?.flag('SigningEnabled') ?? null;
  return signing === null ? {} : { smbsigning: signing };
}

function resultOf(answer: Fields | null): Fields | null {
  return answer?.flag('Collected') ? answer.object('Result') : null;
}

/** A field that is either a flag or the result of a query to the computer. */
function state(record: Fields, field: string, property: string): Values {
  const value = record.value(field);
  const answer = isObject(value) ? record.object(field) : null;
  const flag = answer?.flag('Collected') ? answer.flag('Result') : answer ? null : record.flag(field);
  return flag === null ? {} : { [property]: flag };
}
