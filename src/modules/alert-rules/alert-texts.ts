import type { FindingType } from '../../analysis/findings/finding-types.js';
import type { Exposure, RunFinding } from '../../analysis/findings/run-findings.js';
import type { TagMember } from '../../analysis/tier-zero/members-of-tag.js';
import type { Upload } from '../../ingest/uploads/upload.js';
import { type AlertContents, type AlertRow, mostRows } from '../alert-channels/alert-outbox.service.js';
import type { NewWayDto } from '../graphs/new-ways.dto.js';
import type { KeptStep } from '../plans/plans.service.js';
import type { AlertRule } from './alert-rule.js';
import type { MemberChanges } from './rule-state.repository.js';

/** An alert that a rule makes. */
export interface Happening {
  /** Differs among the alerts that a rule makes for one cause. */
  readonly key: string;
  readonly contents: AlertContents;
}

type Parts = Pick<AlertContents, 'sentence' | 'numbers'> & {
  readonly rows?: readonly AlertRow[];
  readonly count?: number;
};

function happening(
  { id, name }: AlertRule,
  { sentence, numbers, rows = [], count = rows.length }: Parts,
  key = '',
): Happening {
  const shown = rows.slice(0, mostRows);
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

export function exposureAlert(rule: AlertRule, { environment, name, share }: Exposure): Happening {
  const [percent, bound] = [Math.round(share * 1000) / 10, rule.condition.percent ?? 0];
  const direction = rule.occasion === 'exposure.above' ? 'more' : 'less';
  const shown = rule.includeNames ? name : environment;
  const sentence = `${percent} % of the accounts of ${shown} reach tier zero, ${direction} than ${bound} %.`;
  const row = { kind: 'Environment', objectid: environment, ...(rule.includeNames && { name }) };
  const rows = [{ ...row, href: objectPath(environment) }];
  return happening(rule, { sentence, numbers: { percent, bound }, rows }, environment);
}

/** @param ways the first ones of `count` */
export function wayAlert(rule: AlertRule, ways: readonly NewWayDto[], count: number): Happening {
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
  const sentence = `${count === 1 ? '1 account has' : `${count} accounts have`} a new way into tier zero.`;
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

export function failedUploadAlert(rule: AlertRule, { id, account, statusMessage }: Upload): Happening {
  const by = rule.includeNames ? ` of ${account.name}` : '';
  return happening(rule, { sentence: `The upload ${id}${by} failed: ${statusMessage}.`, numbers: { upload: id } });
}
