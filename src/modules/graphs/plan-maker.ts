import { Injectable } from '@nestjs/common';
import { PlanDerivation } from '../../analysis/worker/plan-derivation.js';
import { InvalidInputError, PlanTooLargeError } from '../../base/errors.js';
import { visibilityKey } from '../../base/scope/request-scope.js';
import { Cache } from '../../base/values/cache.js';
import { type AnswerNode, shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader } from '../../graph/answers/graph-reader.js';
import { referencesOf, selectionOf } from '../../graph/answers/path-reader.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import type { Without } from '../../graph/questions/paths/in-view.js';
import type { AppliedPlan } from '../../graph/questions/plan/applied-plan.js';
import type { NamedFix } from '../../graph/questions/plan/named-fix.js';
import { planMemory, type PlanSubject } from '../../graph/questions/plan/plan-inputs.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { mostWeight } from '../../graph/questions/plan/stated-numbers.js';
import { LongQuestions } from './long-questions.js';
import { type PlanQuestion, PlanQuestions } from './plan-questions.js';

/** Bytes of the plans that are kept for the same question. */
const keptBytes = 64 * 1024 ** 2;

/** What people have decided of fixes before a plan is made. */
export interface DecidedSteps {
  /** They are taken for made. */
  readonly taken: readonly NamedFix[];
  /** Nobody makes them. */
  readonly declined: readonly NamedFix[];
}

export type Question = Omit<PlanQuestion, 'after'> & DecidedSteps;

/** Makes each plan once a version and question, and one at a time with rankings. */
@Injectable()
export class PlanMaker {
  private readonly kept = new Cache<string, KeptPlan>(keptBytes, sizeOf);

  constructor(
    private readonly graph: GraphReader,
    private readonly keeper: GraphKeeper,
    private readonly questions: PlanQuestions,
    private readonly derivation: PlanDerivation,
    private readonly turn: LongQuestions,
  ) {}

  /** @throws PlanTooLargeError if it needs more memory than one may take; InvalidInputError for the weight of an account */
  async made(question: Question): Promise<PlanResult> {
    const key = keyOf(question);
    return this.present(key)?.plan ?? this.turn.run(() => this.make(question, key));
  }

  /** A plan with what another derivation leaves after one of its stages, once for each. */
  async derived(question: Question, plan: PlanResult, stage: number): Promise<PlanResult> {
    const key = keyOf(question);
    const { applied } = this.present(key) ?? {};
    if (!applied || plan.version !== this.keeper.present?.version || plan.stages[stage]!.derived !== null) return plan;
    return this.turn.run(() => this.derive(question, plan, applied, stage));
  }

  /** @returns undefined if there is none of the present graph */
  private present(key: string): KeptPlan | undefined {
    const kept = this.kept.get(key);
    return kept && kept.plan.version === this.keeper.present?.version ? kept : undefined;
  }

  private async make(question: Question, key: string): Promise<PlanResult> {
    const kept = this.present(key);
    // It was made while this question waited for its turn.
    if (kept) return kept.plan;
    const { answer, nodes } = await this.ask(question, null);
    if (answer.badWeight !== undefined) throw badWeight(nodes.get(answer.badWeight)!, question);
    if (!answer.plan) throw new PlanTooLargeError(answer.bytes, planMemory);
    this.kept.set(key, { plan: answer.plan, applied: answer.applied });
    return answer.plan;
  }

  private async derive(question: Question, plan: PlanResult, applied: AppliedPlan, asked: number): Promise<PlanResult> {
    const { ends, among, stages } = applied;
    const subject = { ends, among, kinds: question.kinds, held: question.held };
    const wanted = [...new Set([0, asked])].filter((index) => plan.stages[index]!.derived === null);
    const left = await this.derivation.exposedAfter(
      plan.version,
      subject,
      wanted.map((index) => stages[index]!),
    );
    const derived = plan.stages.map((it, index) => left?.[wanted.indexOf(index)] ?? it.derived);
    // If it differs without a fix, the graph has changed since it was analysed.
    if (derived[0] !== plan.stages[0]!.accounts) return plan;
    const found = { ...plan, stages: plan.stages.map((it, index) => ({ ...it, derived: derived[index]! })) };
    this.kept.set(keyOf(question), { plan: found, applied });
    return found;
  }

  ask(question: Question, known: PlanResult | null) {
    const { about, argsFor } = subjectOf(question);
    return this.graph.ask(
      {
        name: 'plan',
        about,
        kindsVersion: question.kindsVersion,
        without: question.without,
        supply: (needs) => this.questions.supply(question, needs),
        args: (ids, hidden) => ({ ...argsFor(ids, hidden), known }),
      },
      shownNodes,
    );
  }
}

interface KeptPlan {
  readonly plan: PlanResult;
  /** For another derivation; undefined: there is none. */
  readonly applied: AppliedPlan | undefined;
}

/** About so many bytes. */
function sizeOf({ plan, applied }: KeptPlan): number {
  const cuts = new Set(applied?.stages.flatMap((stage) => stage.cuts));
  return 2 * JSON.stringify(plan).length + [...cuts].reduce((sum, cut) => sum + cut.byteLength, 0);
}

function keyOf(question: Question): string {
  return JSON.stringify([question, visibilityKey()]);
}

/** The nodes that a question names, and its arguments by their ids. */
export function subjectOf({ ends, starts, kinds, held, keptNodes, keptByCondition, keptEdges, ...rest }: Question) {
  const [ofEnds, ofStarts] = [referencesOf(ends), starts ? referencesOf(starts) : []];
  const about = [...ofEnds, ...ofStarts, ...keptNodes, ...keptEdges.flatMap(({ source, target }) => [source, target])];
  const argsFor = (ids: readonly number[], without: Without | undefined): PlanSubject => {
    const kept = ids.slice(ofEnds.length + ofStarts.length);
    const ofEdges = kept.slice(keptNodes.length);
    return {
      ends: selectionOf(ends, ids.slice(0, ofEnds.length)),
      among: starts && selectionOf(starts, ids.slice(ofEnds.length, ofEnds.length + ofStarts.length)),
      kinds,
      held,
      costs: rest.costs,
      weightProperty: rest.weightProperty,
      weights: rest.weights,
      keptNodes: [...kept.slice(0, keptNodes.length), ...(keptByCondition ?? [])],
      keptEdges: keptEdges.map(({ kind }, index) => [ofEdges[2 * index]!, kind, ofEdges[2 * index + 1]!] as const),
      taken: rest.taken,
      declined: rest.declined,
      without,
    };
  };
  return { about, argsFor };
}

function badWeight({ name }: AnswerNode, { weightProperty }: Question): InvalidInputError {
  const message = `the property ${JSON.stringify(weightProperty)} of ${name} is no whole number from 0 to ${mostWeight}`;
  return InvalidInputError.at('plan.bad_weight', 'query.weight', message);
}
