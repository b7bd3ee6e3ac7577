import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { tierZeroId } from '../../analysis/tier-zero/system-groups.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { fault, type Fault, InvalidInputError, NotFoundError } from '../../base/errors.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import { AlertChannelsService } from '../alert-channels/alert-channels.service.js';
import type { AlertCondition, AlertRule } from './alert-rule.js';
import type { CreateAlertRuleRequest, UpdateAlertRuleRequest } from './alert-rules.dto.js';
import type { AlertRuleListRequest } from './alert-rules.fields.js';
import { type AlertRuleChanges, AlertRulesRepository } from './alert-rules.repository.js';
import { describedOccasion } from './occasions.js';
import { RuleStateRepository } from './rule-state.repository.js';

type Watched = Pick<AlertRule, 'occasion' | 'condition' | 'environment' | 'tag'>;

/** Rules that make alerts. */
@Injectable()
export class AlertRulesService {
  constructor(
    private readonly rules: AlertRulesRepository,
    private readonly state: RuleStateRepository,
    private readonly channels: AlertChannelsService,
    private readonly findingTypes: FindingTypeLookup,
    private readonly capabilities: Capabilities,
    private readonly audit: AuditService,
  ) {}

  list(request: AlertRuleListRequest): Promise<JsonText> {
    return this.rules.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<JsonText> {
    const rule = await this.rules.find(id);
    if (!rule) throw noSuchRule(id);
    return rule;
  }

  /** @throws InvalidInputError for a condition of another occasion or an unknown channel; ConflictError if the name is taken */
  async create({ id: accountId }: Principal, body: CreateAlertRuleRequest): Promise<JsonText> {
    const { name, occasion, channels, enabled = true, include_names: includeNames = true } = body;
    const { every = 'immediately', time_zone: timeZone = 'UTC' } = body;
    const { places } = describedOccasion(occasion);
    const { environment = null, tag = places.includes('tag') ? tierZeroId : null } = body;
    const { ...condition }: AlertCondition = body.condition ?? {};
    await this.requireValid({ occasion, condition, environment, tag });
    await this.channels.requireChannels(channels);
    const when = { enabled, every, timeZone };
    const draft = { accountId, name, occasion, condition, channels, includeNames, environment, tag, ...when };
    const details = { name, occasion };
    const id = await this.audit.audited({ action: 'alert_rule.create', resource: 'alert-rules', details }, (note) =>
      this.rules.insert(draft, (rule, on) => this.state.begin(rule, on), note),
    );
    return this.get(id);
  }

  /** @throws as {@link create}; NotFoundError */
  async update(id: number, body: UpdateAlertRuleRequest): Promise<JsonText> {
    const former = await this.rules.findRow(id);
    if (!former) throw noSuchRule(id);
    const { channels } = body;
    const changes = changesOf(body);
    await this.requireValid({ ...former, ...changes });
    if (channels) await this.channels.requireChannels(channels);
    // What a disabled rule has not seen is no alert when it is enabled.
    const begins = [body.condition, body.environment, body.tag, body.enabled].some((it) => it !== undefined);
    const begin = async (rule: AlertRule, on: Transaction) => (begins ? this.state.begin(rule, on) : undefined);
    const entry = {
      action: 'alert_rule.update',
      resource: `alert-rules/${id}`,
      details: { changed: Object.keys(changes) },
    } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.rules.update(id, changes, begin, note))) throw noSuchRule(id);
    });
    return this.get(id);
  }

  /** @throws NotFoundError */
  async delete(id: number): Promise<void> {
    await this.audit.audited({ action: 'alert_rule.delete', resource: `alert-rules/${id}` }, async (note) => {
      if (!(await this.rules.delete(id, note))) throw noSuchRule(id);
    });
  }

  private async requireValid(watched: Watched): Promise<void> {
    const faults = [...this.editionFaults(watched), ...conditionFaults(watched), ...(await this.typeFaults(watched))];
    if (faults.length > 0) throw new InvalidInputError(faults);
  }

  private editionFaults({ occasion, condition: { of } }: Watched): Fault[] {
    const { capability } = describedOccasion(occasion);
    if (capability && !this.capabilities.has(capability))
      return [fault('body.invalid_value', 'body.occasion', `${occasion} needs the enterprise edition`)];
    if (of !== 'clients' || this.capabilities.has('clients')) return [];
    return [fault('body.invalid_value', 'body.condition.of', 'clients need the enterprise edition')];
  }

  private async typeFaults({ condition: { types = [] } }: Watched): Promise<Fault[]> {
    if (types.length === 0) return [];
    const known = await this.findingTypes.all();
    return types.flatMap((name, place) =>
      known.has(name)
        ? []
        : fault(
            'reference.not_found',
            `body.condition.types.${place}`,
            `there is no type of findings ${JSON.stringify(name)}`,
          ),
    );
  }
}

/** What a request changes. */
function changesOf(body: UpdateAlertRuleRequest): AlertRuleChanges {
  const { name, channels, enabled, environment, tag, every } = body;
  const { include_names: includeNames, time_zone: timeZone } = body;
  const { ...condition }: AlertCondition = body.condition ?? {};
  return {
    ...(name !== undefined && { name }),
    ...(body.condition && { condition }),
    ...(channels !== undefined && { channels }),
    ...(enabled !== undefined && { enabled }),
    ...(environment !== undefined && { environment }),
    ...(tag !== undefined && { tag }),
    ...(includeNames !== undefined && { includeNames }),
    ...(every !== undefined && { every }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** The faults of a condition that is not the one of its occasion. */
function conditionFaults({ occasion, condition, environment, tag }: Watched): Fault[] {
  const { condition: members, places } = describedOccasion(occasion);
  const allowed = members.map((it) => it.replace('!', ''));
  const takes = allowed.length > 0 ? `it takes ${allowed.join(' and ')}` : 'it takes none';
  const given = Object.entries(condition).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const unknown = given.filter((name) => !allowed.includes(name));
  const required = members.filter((it) => it.endsWith('!')).map((it) => it.slice(0, -1));
  const missing = required.filter((name) => !given.includes(name));
  return [
    ...unknown.map((name) =>
      fault('body.invalid_value', `body.condition.${name}`, `is no condition of ${occasion}; ${takes}`),
    ),
    ...missing.map((name) => fault('body.invalid_value', `body.condition.${name}`, `${occasion} needs it`)),
    ...(environment !== null && !places.includes('environment')
      ? [fault('body.invalid_value', 'body.environment', `${occasion} is not limited to an environment`)]
      : []),
    ...(environment !== null && condition.of === 'clients'
      ? [fault('body.invalid_value', 'body.environment', 'clients belong to no environment')]
      : []),
    ...(tag !== null && !places.includes('tag')
      ? [fault('body.invalid_value', 'body.tag', `${occasion} has no tag`)]
      : []),
  ];
}

function noSuchRule(id: number): NotFoundError {
  return new NotFoundError('path.alert_rule_id', `there is no alert rule ${id}`);
}
