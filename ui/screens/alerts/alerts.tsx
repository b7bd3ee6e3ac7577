import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { AlertChannelDto, AlertRuleDto } from '../../api/schema.js';
import { type Choices, Select } from '../../base/controls.js';
import { useEnvironments } from '../../base/environments.js';
import { Change } from '../../base/form.js';
import { moment } from '../../base/format.js';
import { Heading, Lines, Section } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import { Channels, permission } from './channels.js';
import { newRule, ruleBody, ruleFields, valuesOf } from './rule-fields.js';
import { occasions, ruleSentence } from './rule-sentence.js';

const MOST = 1000;

const stops: Readonly<Record<NonNullable<AlertRuleDto['stopped']>, string>> = {
  account_deleted: 'It has stopped: the account that made it is deleted.',
  account_disabled: 'It has stopped: the account that made it is disabled.',
  permission_lost: 'It has stopped: the account that made it may not manage alerts any more.',
};

/** Rules of alerts, and where alerts go. */
export function View() {
  return (
    <>
      <Heading text="Alerts" />
      <p class="muted">Rules say who learns of what an analysis finds, and of changes of access to this service.</p>
      <Ask of={call('GET /api/v2/alert-channels', { query: { limit: MOST } })}>
        {({ data: channels }) => (
          <>
            <Ask of={call('GET /api/v2/alert-rules', { query: { limit: MOST } })}>
              {({ data: rules }) => <Rules rules={rules} channels={channels} />}
            </Ask>
            <Channels channels={channels} />
          </>
        )}
      </Ask>
    </>
  );
}

interface RulesProps {
  readonly rules: readonly AlertRuleDto[];
  readonly channels: readonly AlertChannelDto[];
}

function Rules({ rules, channels }: RulesProps) {
  const [occasion, setOccasion] = useState<AlertRuleDto['occasion']>('way.new');
  const environments = useEnvironments()?.map(({ id, name }) => [id, name] as const) ?? [];
  const receivers = channels.map(({ id, name }) => [id, name] as const);
  const names = new Map([...environments, ...receivers]);
  const choices = namesOf(occasions).map((it) => [it, occasions[it].label] as const);
  return (
    <Section title="Rules">
      {may(permission) && channels.length > 0 && (
        <div class="row">
          <Select
            label="Occasion"
            value={occasion}
            choices={choices}
            onChange={(chosen) => setOccasion(choices.find(([it]) => it === chosen)?.[0] ?? 'way.new')}
          />
          <Change
            key={occasion}
            label="Create a rule"
            permission={permission}
            fields={ruleFields(occasion, receivers, environments)}
            values={newRule()}
            ask={(values) =>
              formCall('POST /api/v2/alert-rules', { body: { ...ruleBody(occasion, values), occasion } })
            }
          />
        </div>
      )}
      {channels.length === 0 && <p>Create a channel first: rules need one.</p>}
      {rules.length > 0 ? (
        <Lines
          of={rules}
          look="plain"
          line={(rule) => (
            <Rule rule={rule} nameOf={(id) => names.get(id) ?? id} receivers={receivers} environments={environments} />
          )}
        />
      ) : (
        <p>No rule yet. Nobody is told anything.</p>
      )}
    </Section>
  );
}

interface RuleProps {
  readonly rule: AlertRuleDto;
  readonly nameOf: (id: string) => string;
  readonly receivers: Choices;
  readonly environments: Choices;
}

function Rule({ rule, nameOf, receivers, environments }: RuleProps) {
  const { id, name: about, occasion, enabled, stopped, last_alert: last } = rule;
  const shared = { about, permission } as const;
  const path = { alert_rule_id: id };
  return (
    <section aria-label={about}>
      <h3>
        <bdi>{about}</bdi>
      </h3>
      <p>
        <bdi>{ruleSentence(rule, nameOf)}</bdi>
      </p>
      <p class="muted">
        {enabled ? '' : 'It is disabled. '}
        {last === null ? 'No alert yet.' : `Last alert: ${moment(last)}.`}
      </p>
      {stopped !== null && (
        <p>
          <strong>{stops[stopped]}</strong>
        </p>
      )}
      <div class="row">
        <Change
          {...shared}
          label="Change"
          fields={ruleFields(occasion, receivers, environments)}
          values={valuesOf(rule)}
          ask={(values) =>
            formCall('PATCH /api/v2/alert-rules/{alert_rule_id}', { path, body: ruleBody(occasion, values) })
          }
        />
        <Change
          {...shared}
          label="Delete"
          note="Alerts that it has made are still delivered."
          isDanger
          ask={() => call('DELETE /api/v2/alert-rules/{alert_rule_id}', { path })}
        />
      </div>
    </section>
  );
}

function namesOf(texts: typeof occasions): (keyof typeof occasions)[] {
  const names: (keyof typeof occasions)[] = [];
  for (const name in texts) if (isOccasion(name)) names.push(name);
  return names;
}

function isOccasion(name: string): name is keyof typeof occasions {
  return name in occasions;
}
