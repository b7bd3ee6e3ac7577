import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../../analysis/findings/finding-type-lookup.js';
import type { FindingType } from '../../../analysis/findings/finding-types.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { Clock } from '../../../base/clock.js';
import { InvalidInputError, NotFoundError } from '../../../base/errors.js';
import { EnvironmentLookup } from '../../../graph/lookups/environment-lookup.js';
import { instantOf } from '../../../http/input/date-time.js';
import { unknownName } from '../../../http/input/unknown-name.js';
import type { JsonText } from '../../../http/json-text.js';
import { maxLimit } from '../../../http/list/list-description.js';
import type { AcceptanceRequest, FindingTypeDto } from './findings.dto.js';
import type { FindingDetailRequest } from './finding-details.fields.js';
import type { FindingListRequest, FindingNameRequest } from './findings.fields.js';
import { type FindingScope, FindingsRepository } from './findings.repository.js';

const allNames: FindingNameRequest = { filters: [], order: [], skip: 0, limit: maxLimit, flags: {} };

export const acceptanceFilters = ['all', 'accepted', 'unaccepted'] as const;

/** Lists findings of the analysis, and accepts their risks. */
@Injectable()
export class FindingsService {
  constructor(
    private readonly findings: FindingsRepository,
    private readonly types: FindingTypeLookup,
    private readonly environments: EnvironmentLookup,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Active ones, unless the request filters by status or polls. */
  list(request: FindingListRequest, environments: readonly string[]): Promise<JsonText> {
    const hasStatus = request.poll !== undefined || request.filters.some(({ column }) => column === 'status');
    const active = { column: 'status', predicate: 'eq', value: 'active' } as const;
    const filters = hasStatus ? request.filters : [...request.filters, active];
    return this.findings.listPage({ ...request, filters }, environments);
  }

  /** Names of all types. */
  async filterNames(request: FindingNameRequest): Promise<string[]> {
    return this.findings.filterNames([...(await this.types.all()).keys()], request);
  }

  /** The types of present findings, by title. */
  async listTypes(scope: FindingScope): Promise<FindingTypeDto[]> {
    const [types, present] = [await this.types.all(), await this.findings.listNames(scope, allNames)];
    return present
      .flatMap((finding) => {
        const type = types.get(finding);
        return type ? [toTypeDto(type)] : [];
      })
      .toSorted((one, other) => (one.title < other.title ? -1 : 1));
  }

  /** @throws NotFoundError for an unknown environment */
  async listNames(domain: string, tag: number | undefined, request: FindingNameRequest): Promise<string[]> {
    return this.findings.listNames({ environments: [await this.environmentOf(domain)], tag }, request);
  }

  /** @throws NotFoundError for an unknown environment; InvalidInputError for an unknown type */
  async listDetails(
    domain: string,
    finding: string,
    tag: number | undefined,
    request: FindingDetailRequest,
  ): Promise<JsonText> {
    const environments = [await this.environmentOf(domain)];
    const { name, kind } = await this.typeOf(finding);
    return this.findings.listDetails(kind, name, { environments, tag }, request);
  }

  /** As {@link listDetails}, for all tags. */
  listByAcceptance(
    domain: string,
    finding: string,
    accepted: (typeof acceptanceFilters)[number],
    request: FindingDetailRequest,
  ): Promise<JsonText> {
    const value = accepted === 'accepted' ? 'true' : 'false';
    const filter = { column: 'Accepted', predicate: 'eq', value } as const;
    const filters = accepted === 'all' ? request.filters : [...request.filters, filter];
    return this.listDetails(domain, finding, undefined, { ...request, filters });
  }

  /** The JSON of AllFindingsDto: all unresolved findings with the texts of their types. */
  async *all(): AsyncGenerator<string, void, undefined> {
    const inRequest = AsyncLocalStorage.snapshot();
    const present = new Set<string>();
    let separator = '{"findings":[';
    for await (const rows of this.findings.eachUnified()) {
      yield separator + rows.map(({ json }) => json).join(',');
      separator = ',';
      for (const { finding } of rows) present.add(finding);
    }
    const types = [...(await inRequest(() => this.types.all())).values()].filter(({ name }) => present.has(name));
    const assets = Object.fromEntries(types.map((type) => [type.name, assetsOf(type)]));
    yield `${present.size === 0 ? separator : ''}],"finding_assets":${JSON.stringify(assets)}`;
    // Ghostwriter reads the same below `data`.
    let begin = ',"data":{"findings":[';
    for await (const rows of this.findings.eachUnified()) {
      yield begin + rows.map(({ json }) => json).join(',');
      begin = ',';
    }
    yield `${present.size === 0 ? begin : ''}],"finding_assets":${JSON.stringify(assets)}}}`;
  }

  /**
   * Accepts the risk of a finding until a time, or no longer.
   * @param by name of the account
   * @throws NotFoundError; InvalidInputError if the time is missing or past, or the type is another one
   */
  async accept(id: number, body: AcceptanceRequest, by: string): Promise<JsonText> {
    const { accepted, reason, risk_type: riskType } = body;
    const finding = await this.findings.typeOf(id);
    const type = finding === null ? undefined : (await this.types.all()).get(finding);
    if (!type) throw new NotFoundError('path.attack_path_id', `there is no finding ${id}`);
    if (riskType !== '' && riskType !== type.name)
      throw InvalidInputError.at('body.invalid_value', 'body.risk_type', `the finding is of the type ${type.name}`);
    const until = accepted ? this.futureTime(body) : null;
    const entry = {
      action: accepted ? 'finding.accept' : 'finding.unaccept',
      resource: `attack-paths/${id}`,
      details: { finding: type.name, ...(until && { until, reason }) },
    } as const;
    const acceptance = accepted ? { until, by, reason } : { until: null, by: null, reason: '' };
    await this.audit.audited(entry, (note) => this.findings.accept(id, acceptance, note));
    const changed = await this.findings.findDetail(type.kind, id);
    if (!changed) throw new NotFoundError('path.attack_path_id', `there is no finding ${id}`);
    return changed;
  }

  private futureTime({ accept_until: until }: AcceptanceRequest): Date {
    if (until === undefined || until === null)
      throw InvalidInputError.at('body.missing_property', 'body.accept_until', 'is required if accepted is true');
    const time = new Date(instantOf(until) ?? 0);
    if (time > this.clock.now()) return time;
    const message = 'lies in the past; it takes a time in the future';
    throw InvalidInputError.at('body.invalid_value', 'body.accept_until', message);
  }

  /** @param given the name, also as an `eq` filter @throws InvalidInputError */
  async typeOf(given: string): Promise<FindingType> {
    const types = await this.types.all();
    const type = types.get(given.replace(/^eq:/, ''));
    if (!type) throw new InvalidInputError([unknownName('finding', 'type of findings', given, [...types.keys()])]);
    return type;
  }

  /** @throws NotFoundError */
  async environmentOf(domain: string): Promise<string> {
    const [found] = await this.environments.find(domain);
    if (found === undefined)
      throw new NotFoundError('path.domain_id', `there is no environment ${JSON.stringify(domain)}`);
    return found;
  }
}

function toTypeDto({
  name,
  title,
  edgeKind,
  rule,
  remediation,
  longRemediation = remediation,
}: FindingType): FindingTypeDto {
  if (edgeKind === undefined) return { finding: name, title };
  return { finding: name, title, relationship_kind: edgeKind, description: rule, remediation: longRemediation };
}

/** The documents of a type of findings, by the names that programs ask for. */
export function textsOf({
  title,
  kind,
  rule,
  sentence,
  remediation,
  longRemediation = remediation,
}: FindingType): Readonly<Record<string, string>> {
  return {
    'title.md': title,
    'type.md': kind,
    'short_description.md': sentence,
    'long_description.md': rule,
    'short_remediation.md': remediation,
    'long_remediation.md': longRemediation,
    'references.md': '',
  };
}

function assetsOf(type: FindingType): Record<string, string> {
  const texts = Object.entries(textsOf(type));
  return Object.fromEntries(texts.map(([name, text]) => [name, Buffer.from(text).toString('base64')]));
}
