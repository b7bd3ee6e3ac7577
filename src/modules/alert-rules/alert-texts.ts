import type { FindingType } from '../../analysis/findings/finding-types.js';
import type { Exposure, RunFinding } from '../../analysis/findings/run-findings.js';
import type { TagMember } from '../../analysis/tier-zero/members-of-tag.js';
import type { Upload } from '../../ingest/uploads/upload.js';
import { type AlertContents, type AlertRow, mostDigestRows, mostRows } from '../alert-channels/alert-outbox.service.js';
import type { NewWayDto } from '../graphs/new-ways.dto.js';
import type { KeptStep } from '../plans/plans.service.js';
import type { AlertRule, CollectionSource } from './alert-rule.js';
import type { MemberChanges } from './rule-state.repository.js';

/** An alert that a rule makes. */
export interface Happening {
  /** Differs among the alerts that a rule makes for one cause. */
  readonly key: string;
  readonly contents: AlertContents;
  /** The contents without names, for channels that get none; absent: they have none. */
  readonly nameless?: AlertContents;
}

export type AlertText = Pick<AlertContents, 'sentence' | 'numbers'>;

type Parts = AlertText & {
  readonly rows?: readonly AlertRow[];
  readonly count?: number;
};

/** Rows of an alert of a rule. What a digest collects has more. */
export function shownRows({ every }: AlertRule): number {
  return every === 'immediately' ? mostRows : mostDigestRows;
}

/** Writes alerts with names, if the rule has them, and without. @param make writes the alerts of a rule */
export function inBothForms(rule: AlertRule, make: (rule: AlertRule) => readonly Happening[]): readonly Happening[] {
  const shown = make(rule);
  if (!rule.includeNames) return shown;
  const hidden = make({ ...rule, includeNames: false });
  return shown.map((it, at) => ({ ...it, nameless: hidden[at]?.contents ?? it.contents }));
}

export function happening(
  rule: AlertRule,
  { sentence, numbers, rows = [], count = rows.length }: Parts,
  key = '',
): Happening {
  const { id, name } = rule;
  const shown = rows.slice(0, shownRows(rule));
  return { key, contents: { sentence, rule: { id, name }, numbers, rows: shown, more: count - shown.length } };
}

/** The page of an object. */
function objectPath(objectid: string): string {
  return `/ui/o/${encodeURIComponent(objectid)}`;
}

/** @returns no alert if nothing has changed */
export function memberAlerts(rule: AlertRule, { tag, came, went }: MemberChanges): Happening[] {
  if (came.length + went.length === 0) return [];
  const rowOf =
    (change: string) =>
    ({ objectid, kind, name }: TagMember) => ({
      kind,
      objectid,
      ...(rule.includeNames && { name }),
      change,
      href: objectPath(objectid),
    });
  const numbers = { came: came.length, went: went.length };
  const sentence = `Members of ${tag} have changed: ${came.length} came, ${went.length} went.`;
  return [happening(rule, { sentence, numbers, rows: [...came.map(rowOf('came')), ...went.map(rowOf('went'))] })];
}

/** @param target name of the tag */
export function exposureAlert(rule: AlertRule, { environment, name, share }: Exposure, target: string): Happening {
  const [percent, bound] = [Math.round(share * 1000) / 10, rule.condition.percent ?? 0];
  const direction = rule.occasion === 'exposure.above' ? 'more' : 'less';
  const shown = rule.includeNames ? name : environment;
  const sentence = `${percent} % of the accounts of ${shown} reach ${target}, ${direction} than ${bound} %.`;
  const row = { kind: 'Environment', objectid: environment, ...(rule.includeNames && { name }) };
  const rows = [{ ...row, href: objectPath(environment) }];
  return happening(rule, { sentence, numbers: { percent, bound }, rows }, environment);
}

/** @param ways the first ones of `count` @param target name of the tag */
export function wayAlert(rule: AlertRule, ways: readonly NewWayDto[], count: number, target: string): Happening {
  const end = (objectid: string, name: string) => (rule.includeNames ? name : objectid);
  const rows = ways.map(({ objectid, name, kind, way }) => ({
    kind,
    objectid,
    ...(rule.includeNames && { name }),
    path: way.flatMap((step, at) => [
      ...(at === 0 ? [end(step.source, step.source_name)] : []),
      step.kind,
      end(step.target, step.target_name),
    ]),
    href: objectPath(objectid),
  }));
  const sentence = `${count === 1 ? '1 account has' : `${count} accounts have`} a new way into ${target}.`;
  return happening(rule, { sentence, numbers: { accounts: count }, rows, count });
}

/** @param titles and remedies of types of findings, by name */
export function findingAlert(
  rule: AlertRule,
  findings: readonly RunFinding[],
  count: number,
  typeOf: (name: string) => Pick<FindingType, 'title' | 'remediation'> | undefined,
): Happening {
  const rows = findings.map(({ finding, source, sourceName, target, targetKind, targetName, severity }) => {
    const type = typeOf(finding);
    const path =
      source === '' ? {} : { path: rule.includeNames ? [sourceName, '→', targetName] : [source, '→', target] };
    return {
      kind: targetKind,
      objectid: target,
      ...(rule.includeNames && { name: targetName }),
      change: `${type?.title ?? finding} (${severity})`,
      ...path,
      ...(type && { remedy: type.remediation }),
      href: objectPath(target),
    };
  });
  const [one, many] = rule.occasion === 'finding.new' ? ['is new', 'are new'] : ['has returned', 'have returned'];
  const sentence = count === 1 ? `1 finding ${one}.` : `${count} findings ${many}.`;
  return happening(rule, { sentence, numbers: { findings: count }, rows, count });
}

/** @param steps that a run found done, or back again */
export function planAlert(rule: AlertRule, plan: string, steps: readonly KeptStep[]): Happening {
  const rows = steps.map(({ atId, atKind, atName, text, remedy, found }) => ({
    kind: atKind,
    objectid: atId,
    ...(rule.includeNames && { name: atName }),
    change: rule.includeNames ? text : found,
    ...(remedy !== null && found === 'returned' && { remedy }),
    href: objectPath(atId),
  }));
  const isDone = rule.occasion === 'plan.step_done';
  const [one, many] = isDone ? ['is done', 'are done'] : ['has returned', 'have returned'];
  const sentence = `${steps.length === 1 ? `1 step of ${plan} ${one}` : `${steps.length} steps of ${plan} ${many}`}.`;
  return happening(rule, { sentence, numbers: { steps: steps.length }, rows });
}

export function failedAnalysisAlert(rule: AlertRule, reason: string | null): Happening {
  return happening(rule, { sentence: `The analysis failed: ${reason ?? 'its reason is not known'}.`, numbers: {} });
}

export function failedUpload({ id, account, statusMessage }: Upload, hasNames: boolean): AlertText {
  const by = hasNames ? ` of ${account.name}` : '';
  return { sentence: `The upload ${id}${by} failed: ${statusMessage}.`, numbers: { upload: id } };
}

/** @param silentMs since it was seen */
export function silenceAlert(rule: AlertRule, source: CollectionSource, silentMs: number): Happening {
  const { id, kind, name, seenUntil } = source;
  const shown = rule.includeNames ? name : id;
  const isClient = rule.condition.of === 'clients';
  const day = new Date(seenUntil.getTime() - 1).toISOString().slice(0, 10);
  const sentence = isClient
    ? `The client ${shown} has been silent since ${seenUntil.toISOString()}.`
    : `No data of ${shown} were collected since ${day}.`;
  const row = {
    kind,
    objectid: id,
    ...(rule.includeNames && { name }),
    href: isClient ? `/ui/clients/${id}` : objectPath(id),
  };
  const numbers = { hours: Math.floor(silentMs / 3_600_000) };
  return happening(rule, { sentence, numbers, rows: [row] }, `${id}:${seenUntil.getTime()}`);
}

/** An account of the service with the role of administrators. */
interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

export function addedAdministratorAlert(rule: AlertRule, account: NamedAccount, by: string): Happening {
  const sentence = `${shownAccount(rule, account)} has become an administrator${byWhom(rule, by)}.`;
  return happening(rule, { sentence, numbers: {}, rows: [accountRow(rule, account)] });
}

export function administratorTokenAlert(rule: AlertRule, account: NamedAccount, by: string): Happening {
  const sentence = `A token of the administrator ${shownAccount(rule, account)} was created${byWhom(rule, by)}.`;
  return happening(rule, { sentence, numbers: {}, rows: [accountRow(rule, account)] });
}

/** @param what of the failed logins is the same */
export function loginFailuresAlert(rule: AlertRule, what: 'name' | 'address', value: string, count: number): Happening {
  const whose = rule.includeNames ? `with the ${what} ${value}` : `with one ${what}`;
  return happening(rule, {
    sentence: `${count} logins ${whose} failed within a minute.`,
    numbers: { failures: count },
  });
}

function shownAccount({ includeNames }: AlertRule, { id, name }: NamedAccount): string {
  return includeNames ? name : id;
}

function byWhom({ includeNames }: AlertRule, by: string): string {
  return includeNames ? ` by ${by}` : '';
}

function accountRow({ includeNames }: AlertRule, { id, name }: NamedAccount): AlertRow {
  return { kind: 'Account', objectid: id, ...(includeNames && { name }), href: '/ui/accounts' };
}
