import { planOfGraph } from '../../src/analysis/compositions/asked-plan.fixture.js';
import { plantedCut } from '../../src/analysis/compositions/planted-cut.fixture.js';
import { memoryGraphOf } from '../../src/graph/memory/graph-data.fixture.js';
import { loadSolver } from '../../src/graph/questions/plan/linear-program.js';
import { format, printTable } from '../measure.js';

const sizes = [10_000, 100_000].map((accounts) => ({
  narrowPlaces: 40,
  accounts,
  layers: 3,
  width: Math.round(accounts / 1000),
  more: accounts,
}));

/** Plans of graphs whose smallest plan is known: in memory, without a service. */
export async function reportPlanted(): Promise<void> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const { graph, end, kinds, cut } = plantedCut(size, 1);
    const memory = memoryGraphOf(graph);
    const solver = await loadSolver();
    const before = process.cpuUsage();
    const { stages, fixes } = planOfGraph(memory, end, kinds, solver);
    const { user, system } = process.cpuUsage(before);
    const { fixes: chosen, cost, isProven } = stages.at(-1)!;
    const found = chosen.map((fix) => `${fixes[fix]!.sort} ${fixes[fix]!.at} ${fixes[fix]!.by}`).toSorted();
    if (found.join() !== cut.join() || !isProven) throw new Error(`the plan of cost ${cost} is another one`);
    rows.push([
      format(size.accounts),
      format(graph.edges.length),
      format(cost),
      format(stages.length),
      ((user + system) / 1_000_000).toFixed(1),
    ]);
  }
  printTable('Plans that find planted cuts', ['users', 'edges', 'cost', 'stages', 'CPU s'], rows);
}
