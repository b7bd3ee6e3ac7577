import { measureSpeed } from './ingest/speed.js';

/**
 * What ingest costs over COPY of the same rows.
 *
 *   npm run bench:ingest -- [100k | 400k | 1m] ...
 */
const presets: Readonly<Record<string, { readonly nodes: number; readonly turns: number }>> = {
  '10k': { nodes: 10_000, turns: 3 },
  '100k': { nodes: 100_000, turns: 3 },
  '400k': { nodes: 400_000, turns: 1 },
  '1m': { nodes: 1_000_000, turns: 1 },
};

for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['100k']) {
  const preset = presets[name];
  if (!preset) throw new Error(`there is no preset "${name}"; there are ${Object.keys(presets).join(', ')}`);
  await measureSpeed(preset.nodes, preset.turns);
}
