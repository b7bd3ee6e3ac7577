import { adConverter } from './ad-object.js';
import { childEdges } from './structure.js';

export const convertContainer = adConverter({ kind: 'Container', edges: childEdges });
