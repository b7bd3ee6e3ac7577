import type { AnswerNode } from '../../graph/answers/answer-nodes.js';
import { descriptionOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { fixSorts } from '../../graph/kinds/descriptions/edge-fixes.js';
import type {
  PlanResult,
  ResultCertificate,
  ResultFix,
  ResultStage,
  ResultWay,
} from '../../graph/questions/plan/plan-result.js';
import { hiddenStub, toEdgeEndsDto } from './edge-row.dto.js';
import type { PlanDto, PlanStepDto } from './plan.dto.js';
import type { ChosenStage } from './plan-stage.js';

const structuralAnswers = [
  'The object that they reach becomes a member of tier zero, with its own protection.',
  'They or the object that they reach move to another unit.',
  'A node that was kept may change after all.',
];

/** What a plan names. */
export interface PlanNames {
  readonly nodes: ReadonlyMap<number, AnswerNode>;
  readonly kindName: (kind: number) => string;
  readonly addressOf: (node: AnswerNode) => string;
}

/** Writes the result of a plan as its answer. */
export class PlanAnswer {
  constructor(
    private readonly result: PlanResult,
    private readonly names: PlanNames,
  ) {}

  of({ index, stage, lowerBound, fewest }: ChosenStage): Omit<PlanDto, 'zones'> {
    const { exposed, structural, isCut, simplified } = this.result;
    return {
      exposed,
      remaining: stage.remaining + structural.count,
      cost: stage.cost,
      lower_bound: lowerBound,
      smallest: simplified === 0 && lowerBound >= stage.cost,
      fewest_accounts: fewest,
      complete: !isCut,
      checked: checkOf(stage),
      structural: {
        count: structural.count,
        accounts: structural.accounts.map(({ account, ...way }) => ({ ...this.node(account), ...this.way(way) })),
        answers: structural.count > 0 ? structuralAnswers : [],
      },
      stages: this.stages(),
      certificate: stage.certificate && this.certificate(stage.certificate),
      steps: this.steps(index),
    };
  }

  private stages(): PlanDto['stages'] {
    const { stages, structural } = this.result;
    const done = new Set<number>();
    return stages.map((stage) => {
      for (const fix of stage.fixes) done.add(fix);
      return {
        cost: stage.cost,
        cost_so_far: [...done].reduce((sum, fix) => sum + this.result.fixes[fix]!.cost, 0),
        steps: stage.fixes.length,
        remaining: stage.remaining + structural.count,
        proven: stage.isProven && this.result.simplified === 0,
        comes_back: stage.comesBack,
        checked: checkOf(stage) !== 'none',
        opened: openedBy(stage),
      };
    });
  }

  private steps(index: number): PlanStepDto[] {
    const { stages, fixes, structural, exposed } = this.result;
    const { fixes: numbers, remainingAfter } = stages[index]!;
    const after = remainingAfter.map((it) => it + structural.count);
    return numbers.map((number, place) => ({
      ...this.step(fixes[number]!),
      stage: stages.findIndex((it) => it.fixes.includes(number)),
      replaced_in_stage: replacedAfter(stages, index, number),
      remaining_after: after[place]!,
      gain: (after[place - 1] ?? exposed) - after[place]!,
    }));
  }

  private step(fix: ResultFix): Omit<PlanStepDto, 'stage' | 'replaced_in_stage' | 'remaining_after' | 'gain'> {
    const description = fix.kind > 0 ? descriptionOf(this.names.kindName(fix.kind)) : undefined;
    const { accounts, pairs, isCut } = fix.takesAway ?? { accounts: 0, pairs: 0, isCut: false };
    return {
      key: keyOf(fix, this.names.nodes),
      sort: fix.sort,
      text: textOf(fix, this.names.nodes),
      cost: fix.cost,
      edges: fix.edges,
      objects: fix.objects,
      guessed: fix.isGuessed,
      at: this.node(fix.at),
      by: fix.by === null ? null : this.node(fix.by),
      remedy: description?.remediation ?? null,
      detection: description?.detection ?? null,
      takes_away: { accounts, pairs, at_least: isCut },
    };
  }

  private certificate(certificate: ResultCertificate): NonNullable<PlanDto['certificate']> {
    const { price, denominator, sum, bound, boundBy, ways, wayCount } = certificate;
    return {
      price,
      denominator,
      sum,
      bound,
      bound_by: boundBy,
      ways: ways.map(({ account, accounts, weight, fixes, ...way }) => ({
        account: this.node(account),
        accounts,
        weight,
        ...this.way(way),
        fixes: fixes.map((number) => {
          const fix = this.result.fixes[number]!;
          return { key: keyOf(fix, this.names.nodes), text: textOf(fix, this.names.nodes), cost: fix.cost };
        }),
      })),
      shown: ways.length,
      of: wayCount,
    };
  }

  private node(id: number) {
    const node = this.names.nodes.get(id)!;
    return { objectid: node.objectid, name: node.name, kind: node.label, href: this.names.addressOf(node) };
  }

  /** Without the step by which an account is disabled, which is no edge. */
  private way({ edges, isHidden }: Pick<ResultWay, 'edges' | 'isHidden'>) {
    const { nodes, kindName } = this.names;
    const way = edges
      .filter(([, kind]) => kind > 0)
      .map(([source, kind, target]) => toEdgeEndsDto(nodes.get(source)!, kindName(kind), nodes.get(target)!));
    return { way, ...(isHidden && { stub: hiddenStub }) };
  }
}

/** Accounts with a way after all is derived again, and none in the view. */
export function openedBy({ derived, accounts }: ResultStage): number {
  return Math.max(0, (derived ?? accounts) - accounts);
}

/** How a stage was checked. */
export function checkOf({ isChecked, derived, accounts }: ResultStage): PlanDto['checked'] {
  if (!isChecked || (derived !== null && derived !== accounts)) return 'none';
  return derived === null ? 'view' : 'derived';
}

/** The first later stage without the fix. */
function replacedAfter(stages: PlanResult['stages'], index: number, fix: number): number | null {
  const later = stages.findIndex((stage, place) => place > index && !stage.fixes.includes(fix));
  return later < 0 ? null : later;
}

type NamedParts = Pick<ResultFix, 'sort' | 'at' | 'by'>;

/** The key of a fix, which outlives a version of the graph. */
export function keyOf({ sort, at, by }: NamedParts, nodes: PlanNames['nodes']): string {
  const trustee = by === null ? '' : `:${nodes.get(by)!.objectid}`;
  return `${sort}:${nodes.get(at)!.objectid}${trustee}`;
}

/** A fix in words. */
export function textOf({ sort, at, by }: NamedParts, nodes: PlanNames['nodes']): string {
  const name = (id: number | null) => (id === null ? '' : nodes.get(id)!.name);
  return fixSorts[sort].text.replace('{at}', () => name(at)).replace('{by}', () => name(by));
}
