import type { Highs, Model } from 'highs';
import type { PlanModel } from './plan-model.js';
import type { FoundPlan, Price, WayRow, WeightedWay } from './plan-walk.js';

type Loader = () => Promise<Highs>;

/** Its types describe the module for `require`. */
function isLoader(value: unknown): value is Loader {
  return typeof value === 'function';
}

/** Loads a solver. Its memory goes with it. */
export async function loadSolver(): Promise<Highs> {
  const load: unknown = (await import('highs')).default;
  if (!isLoader(load)) throw new Error('highs has no loader');
  return load();
}

/** Seconds. It only ends a search that the limit of nodes does not. */
const wall = 60;
const maxNodes = 20_000;
const maxIterations = 200_000;
const tolerance = 1e-6;

/** What a program proposes. */
export interface Proposal {
  /** By column; 0 for others. Columns are fixes, and `-1 - place` for places that may stay. */
  readonly value: (column: number) => number;
  /** Fixes and places that are chosen at least this much. */
  readonly over: (limit: number) => { readonly fixes: number[]; readonly left: number[] };
  readonly isWhole: boolean;
  /** No plan of the rows is below it. */
  readonly bound: number;
}

interface Relaxed extends Proposal {
  /** Its weights add up to the bound, up to a tolerance. */
  readonly ways: readonly WeightedWay[];
}

/** Which fixes, and accounts that stay, are the cheapest for the rows: as a relaxation whose solver is kept, or in whole numbers. */
export class LinearProgram {
  private readonly relaxation: Model;
  private readonly columns: number[] = [];
  private readonly placeOf = new Map<number, number>();
  private readonly sent: WayRow[] = [];
  private price: Price | null = null;

  constructor(
    private readonly highs: Highs,
    private readonly model: PlanModel,
  ) {
    this.relaxation = highs.createModel();
    this.relaxation.options.set({ output_flag: false, random_seed: 1, simplex_iteration_limit: maxIterations });
  }

  end(): void {
    this.relaxation.dispose();
  }

  /** @returns null if the solver reached a limit */
  relaxed(rows: readonly WayRow[], price: Price): Relaxed | null {
    const { relaxation, highs } = this;
    const former = this.columns.length;
    const added = rows.slice(this.sent.length);
    const matrix = rowsOf(
      added.map((row) => this.columnsOf(row, true)),
      (column) => this.place(column),
    );
    const isNew = this.price?.a !== price.a || this.price.b !== price.b;
    const count = this.columns.length;
    if (count > former)
      relaxation.addVars(new Float64Array(count - former), new Float64Array(count - former).fill(highs.infinity));
    const first = isNew ? 0 : former;
    if (count > first) {
      const changed = this.columns.slice(first);
      const range = { kind: 'range', from: first, to: count - 1 } as const;
      relaxation.changeColsCost(
        range,
        Float64Array.from(changed, (column) => this.costOf(column, price)),
      );
      relaxation.changeColsBounds(
        range,
        new Float64Array(changed.length),
        Float64Array.from(changed, (column) => (column < 0 && price.b === Infinity ? 0 : highs.infinity)),
      );
    }
    this.price = price;
    if (added.length > 0) {
      relaxation.addRows({
        lower: new Float64Array(added.length).fill(1),
        upper: new Float64Array(added.length).fill(highs.infinity),
        matrix: { format: 'csr', numRows: added.length, numCols: count, ...matrix },
      });
      this.sent.push(...added);
    }
    relaxation.run();
    if (relaxation.getModelStatus() !== highs.constants.modelStatus.optimal) return null;
    const { colValue, rowDual } = relaxation.getSolution();
    const ways = [...this.sent.entries()].map(([index, row]) => ({ row, weight: rowDual[index]! }));
    return {
      ...this.proposal(this.columns, colValue, relaxation.getObjectiveValue()),
      ways: ways.filter(({ weight }) => weight > tolerance / 10),
    };
  }

  /** In whole numbers, from the best plan that is known. @returns null if the solver found nothing within its limits */
  whole(rows: readonly WayRow[], price: Price, best: FoundPlan): (Proposal & { readonly isOptimal: boolean }) | null {
    const { highs, model } = this;
    const columns: number[] = [];
    const places = new Map<number, number>();
    const place = (column: number) => {
      let known = places.get(column);
      if (known === undefined) places.set(column, (known = columns.push(column) - 1));
      return known;
    };
    const matrix = rowsOf(
      rows.map((row) => this.columnsOf(row, price.b !== Infinity)),
      place,
    );
    const count = columns.length;
    const stays = (node: number) => best.open.has(node) && !best.open.has(model.base[node]!);
    const isChosen = (column: number) => (column >= 0 ? best.fixes.has(column) : stays(-1 - column));
    const data = {
      numCols: count,
      numRows: rows.length,
      colCost: Float64Array.from(columns, (column) => this.costOf(column, price)),
      colLower: new Float64Array(count),
      colUpper: new Float64Array(count).fill(1),
      rowLower: new Float64Array(rows.length).fill(1),
      rowUpper: new Float64Array(rows.length).fill(highs.infinity),
      integrality: new Int32Array(count).fill(highs.constants.variableType.integer),
      matrix: { format: 'csr', numRows: rows.length, numCols: count, ...matrix },
    } as const;
    return highs.withModel(data, (solver) => {
      solver.options.set({
        output_flag: false,
        random_seed: 1,
        time_limit: wall,
        mip_max_nodes: maxNodes,
        mip_rel_gap: 0,
        mip_abs_gap: tolerance / 10,
      });
      solver.setSolution({ colValue: Float64Array.from(columns, (column) => Number(isChosen(column))) });
      solver.run();
      const isOptimal = solver.getModelStatus() === highs.constants.modelStatus.optimal;
      const { colValue } = solver.getSolution();
      if (colValue.length < count) return null;
      return { ...this.proposal(columns, colValue, Number(solver.info.get('mip_dual_bound'))), isOptimal };
    });
  }

  private columnsOf({ node, fixes }: WayRow, withPlaces: boolean): number[] {
    return withPlaces ? [...fixes, ...this.model.chain(node).map((place) => -1 - place)] : [...fixes];
  }

  private place(column: number): number {
    let known = this.placeOf.get(column);
    if (known === undefined) this.placeOf.set(column, (known = this.columns.push(column) - 1));
    return known;
  }

  private costOf(column: number, { a, b }: Price): number {
    if (column >= 0) return a * this.model.costs[column]!;
    return b === Infinity ? 1 : b * this.model.under[-1 - column]!;
  }

  private proposal(columns: readonly number[], values: ArrayLike<number>, bound: number): Proposal {
    const byColumn = new Map(columns.map((column, index) => [column, values[index]!]));
    return {
      value: (column) => byColumn.get(column) ?? 0,
      over: (limit) => {
        const chosen = columns.filter((column) => byColumn.get(column)! >= limit);
        return {
          fixes: chosen.filter((column) => column >= 0),
          left: chosen.flatMap((column) => (column < 0 ? [-1 - column] : [])),
        };
      },
      isWhole: [...byColumn.values()].every((value) => Math.abs(value - Math.round(value)) <= tolerance),
      bound,
    };
  }
}

function rowsOf(rows: readonly (readonly number[])[], place: (column: number) => number) {
  const [starts, indices]: [number[], number[]] = [[0], []];
  for (const row of rows) {
    for (const column of row) indices.push(place(column));
    starts.push(indices.length);
  }
  return {
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: new Float64Array(indices.length).fill(1),
  };
}
