import { counted } from '../../base/format.js';

export const texts = {
  title: 'Query the graph',
  note: 'Queries are written in the reading part of Cypher. The saved ones below are a start.',
  query: 'Query in Cypher',
  run: 'Run',
  runHint: 'Ctrl+Enter',
  asTable: 'Show as table',
  asPicture: 'Show as picture',
  results: 'Results',
  picture: 'Nodes and relationships of the results',
  rows: (rows: number) => counted(rows, 'row'),
  drawn: (nodes: number, edges: number) => `${counted(nodes, 'node')}, ${counted(edges, 'relationship')}`,
  nothingToDraw: 'The results have no nodes to draw.',
  completions: 'Completions',
  saved: 'Saved queries',
  own: 'Yours',
  shipped: 'Of the service',
  name: 'Name',
  save: 'Save',
  savedAs: (name: string) => `Saved as “${name}”.`,
  remove: (name: string) => `Delete ${name}`,
};
