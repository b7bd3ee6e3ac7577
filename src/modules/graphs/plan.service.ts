import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError, NotFoundError, PlanTooLargeError } from '../../base/errors.js';
import { addNote } from '../../base/scope/request-scope.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import type { FixState } from '../../graph/questions/plan/fix-state.js';
import type { NamedFix } from '../../graph/questions/plan/named-fix.js';
import { planMemory } from '../../graph/questions/plan/plan-inputs.js';
import type { PlanResult } from '../../graph/questions/plan/plan-result.js';
import { costProperty, mostCost } from '../../graph/questions/plan/stated-numbers.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { EntityAddresses } from '../entities/entity-addresses.service.js';
import { LongQuestions } from './long-questions.js';
import { keyOf, openedBy, PlanAnswer, textOf } from './plan-answer.js';
import type { EdgeFixesDto, PlanDto } from './plan.dto.js';
import type { AskedFixes, AskedPlan } from './plan.query.js';
import { type DecidedSteps, PlanMaker, type Question, subjectOf } from './plan-maker.js';
import { PlanQuestions } from './plan-questions.js';
import { chosenStage, trimmed } from './plan-stage.js';
import { chosenFixes, PlannedZones } from './planned-zones.js';
import { tierZeroName } from '../../analysis/tier-zero/system-groups.js';
import { edgesNamed } from './view-parts.js';
import { controlView } from './view.query.js';

export type { DecidedSteps } from './plan-maker.js';
export { type AskedPlan, costOfPlan, planParameters, readPlan } from './plan.query.js';

const waysByDefault = 10;

const nothingWeighed = { property: undefined, ofTags: [] };
const nothingDecided: DecidedSteps = { taken: [], declined: [] };
const nothingKept = { keptNodes: [], keptEdges: [], keptWhere: [], after: [], weights: nothingWeighed };

const planOfTierZero = {
  ends: { tag: tierZeroName, where: [] },
  starts: null,
  costs: {},
  ...nothingKept,
  until: undefined,
  ways: 0,
  view: controlView,
};

/** Makes plans of fixes: once a version and question, and one at a time with rankings. */
@Injectable()
export class PlanService {
  constructor(
    private readonly graph: GraphReader,
    private readonly maker: PlanMaker,
    private readonly kinds: KindNames,
    private readonly questions: PlanQuestions,
    private readonly addresses: EntityAddresses,
    private readonly turn: LongQuestions,
  ) {}

  /**
   * @throws InvalidInputError for unknown kinds, tags and sorts
   * @throws NotFoundError if a node is unknown
   * @throws PlanTooLargeError if it needs more memory than one may take
   */
  async plan(asked: AskedPlan, decided: DecidedSteps = nothingDecided): Promise<Versioned<PlanDto>> {
    const { after, ...subject } = await this.questions.of(asked);
    for (;;) {
      const zones = new PlannedZones();
      let taken = decided.taken;
      for (const { tag, ids } of after) {
        const question = { ...subject, ...decided, ends: { ids } };
        const added = await this.maker.made({ ...question, taken });
        zones.add(tag, added, await this.maker.made(question));
        taken = [...taken, ...chosenFixes(added)];
      }
      const question = { ...subject, ...decided, taken };
      const made = await this.maker.made(question);
      if (after.length > 0)
        zones.add(tagOf(asked.ends), made, await this.maker.made({ ...question, taken: decided.taken }));
      const answer = await this.read(question, made, asked, zones);
      if (answer) return answer;
    }
  }

  /** For tier zero, with the parameters that requests have by default, and without ways. @param most cost; undefined: the complete plan */
  ofTierZero(most: number | undefined): Promise<Versioned<PlanDto>> {
    return this.plan({ ...planOfTierZero, most });
  }

  /**
   * How much of fixes is made, in their order. What is kept in the question counts as if it was not.
   * @throws as {@link plan}
   */
  async statesOf(asked: AskedPlan, fixes: readonly NamedFix[]): Promise<Versioned<readonly FixState[]>> {
    const question = { ...(await this.questions.of({ ...asked, ...nothingKept })), ...nothingDecided };
    const { about, argsFor } = subjectOf(question);
    const { version, answer } = await this.turn.run(() =>
      this.graph.ask(
        {
          name: 'fixStates',
          about,
          kindsVersion: question.kindsVersion,
          without: question.without,
          supply: (needs) => this.questions.supply(question, needs),
          args: (ids, hidden) => ({ ...argsFor(ids, hidden), fixes }),
        },
        shownNodes,
      ),
    );
    if (!answer.states) throw new PlanTooLargeError(planMemory, planMemory);
    return { version, answer: answer.states };
  }

  /**
   * The fixes that cut an edge.
   * @throws as {@link plan}; NotFoundError if there is no such edge
   */
  async fixesOf({ edge, ...asked }: AskedFixes): Promise<Versioned<EdgeFixesDto>> {
    const question = { ...(await this.questions.of({ ...asked, ...nothingKept })), ...nothingDecided };
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const ofEdges = known.kinds.filter(({ isOfEdges }) => isOfEdges);
    const [named] = edgesNamed('edge', [edge], ofEdges, faults);
    if (!named || faults.length > 0) throw new InvalidInputError(faults);
    const { about, argsFor } = subjectOf(question);
    const ends = [named.source, named.target];
    const { version, answer, nodes } = await this.graph.ask(
      {
        name: 'edgeFixes',
        about: [...ends, ...about],
        kindsVersion: known.version,
        without: question.without,
        supply: (needs) => this.questions.supply(question, needs),
        args: ([source = 0, target = 0, ...ids], hidden) => ({
          ...argsFor(ids, hidden),
          edge: [source, named.kind, target],
        }),
      },
      shownNodes,
    );
    if (!answer.reasons) throw new NotFoundError('query.edge', `there is no edge ${JSON.stringify(edge)}`);
    const reasons = answer.reasons.map((fixes) => ({
      fixes: fixes.map((fix) => ({ key: keyOf(fix, nodes), text: textOf(fix, nodes), cost: fix.cost })),
    }));
    return { version, answer: { reasons } };
  }

  /** @returns null if the graph has another version by now */
  private async read(
    question: Question,
    plan: PlanResult,
    { until, most, ways = waysByDefault }: AskedPlan,
    zones: PlannedZones,
  ): Promise<Versioned<PlanDto> | null> {
    const { index } = chosenStage(plan, until, most);
    const derived = await this.maker.derived(question, plan, index);
    const shown = trimmed(derived, index, ways);
    const { version, kindsVersion, nodes } = await this.maker.ask(question, shown);
    if (version !== plan.version || !zones.areOf(version)) return null;
    const kindName = await this.kinds.of(kindsIn(shown), kindsVersion);
    const names = { nodes, kindName, addressOf: this.addresses.of.bind(this.addresses) };
    addNotes(derived);
    const answer = new PlanAnswer(shown, names).of(chosenStage(shown, until, most));
    return { version, answer: { ...answer, zones: zones.list } };
  }
}

function kindsIn({ structural, fixes, stages }: PlanResult): number[] {
  const edges = [
    ...structural.accounts.flatMap((it) => it.edges),
    ...stages.flatMap(({ certificate }) => certificate?.ways.flatMap((way) => way.edges) ?? []),
  ];
  const all = [...edges.map(([, kind]) => kind), ...fixes.map(({ kind }) => kind)];
  return [...new Set(all)].filter((kind) => kind > 0);
}

/** What a plan does not know. */
function addNotes({ exposed, structural, stages, ...found }: PlanResult): void {
  if (exposed === 0) addNote('no account reaches the ends: there is nothing to fix');
  if (exposed > 0 && structural.count === exposed) addNote('no fix cuts any account off: all are structural');
  const { simplified, unexplained, isCut, badCosts } = found;
  if (simplified > 0)
    addNote(`${simplified} times many reasons of an edge are held for one, so that a smaller plan may exist`);
  if (unexplained > 0)
    addNote(`${unexplained} derived edges have no known reason, and count as edges that nobody cuts`);
  if (isCut) addNote('the search ended at its limit; there may be more stages, and smaller plans');
  for (const [index, stage] of stages.entries())
    if (openedBy(stage) > 0)
      addNote(
        `after the fixes of stage ${index}, ${openedBy(stage)} more accounts have a way: one of them takes a protection away`,
      );
  if (badCosts > 0) addNote(`${badCosts} nodes have a ${costProperty} that is no whole number from 1 to ${mostCost}`);
}

function tagOf(ends: AskedPlan['ends']): string | null {
  return 'tag' in ends ? ends.tag : null;
}
