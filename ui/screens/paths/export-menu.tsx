import { useRef, useState } from 'preact/hooks';
import type { UnifiedGraphDto } from '../../api/schema.js';
import { saveFile } from '../../api/send.js';
import { Check } from '../../base/controls.js';
import { useKeys } from '../../base/keys.js';
import { customColours } from '../../base/kind-icon.js';
import { kindTexts } from '../../base/kind-texts.js';
import { Button } from '../../base/parts.js';
import { answerJson, edgesCsv, fileName, pngOf, withoutNames } from '../../export/files.js';
import { type Graph, sinksOf } from '../../picture/graph.js';
import { layout } from '../../picture/layout.js';
import { measure } from '../../picture/measure.js';
import { nameOf, shapesOf, stylesIn, svgText } from '../../picture/shapes.js';
import type { GraphPath } from './graph-paths.js';
import { stepsMarkdown } from './steps-markdown.js';

interface ExportMenuProps {
  readonly data: UnifiedGraphDto;
  /** The media type of `data`. */
  readonly graph: Graph;
  /** The path whose steps are written. */
  readonly path: GraphPath | null;
}

/** Names of the forms and their types, by the endings of files. */
const forms = {
  svg: ['SVG', 'image/svg+xml'],
  png: ['PNG', 'image/png'],
  csv: ['CSV', 'text/csv'],
  json: ['JSON', 'application/json'],
  md: ['Markdown', 'text/markdown'],
} as const;

/** Saves the answer as a file. `e` opens it. */
export function ExportMenu(props: ExportMenuProps) {
  const [isHidden, setHidden] = useState(false);
  const [message, setMessage] = useState('');
  const menu = useRef<HTMLDetailsElement>(null);
  const open = () => {
    if (!menu.current) return;
    menu.current.open = true;
    menu.current.querySelector('input')?.focus();
  };
  useKeys([{ keys: 'e', does: 'Export', run: open }]);
  const save = async (form: string, type: string) => {
    try {
      const { path } = props;
      const name = fileName(isHidden || !path ? ['paths'] : ['paths', nameOf(path.start)], form);
      saveFile(new Blob([await contentOf(form, isHidden, props)], { type }), name);
      setMessage(`Saved ${name}`);
    } catch (error) {
      setMessage(`The file could not be made: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <details class="menu export" ref={menu}>
      <summary>Export</summary>
      <div>
        <Check isChecked={isHidden} onChange={setHidden}>
          Hide names
        </Check>
        <p>Replaces names, ids and domains in files, also in their names.</p>
        {Object.entries(forms).map(([form, [label, type]]) => (
          <Button key={form} label={label} run={() => save(form, type)} />
        ))}
        <p role="status">{message}</p>
      </div>
    </details>
  );
}

async function contentOf(form: string, isHidden: boolean, { data, graph: named, path }: ExportMenuProps) {
  const graph = isHidden ? withoutNames(named) : named;
  if (form === 'csv') return edgesCsv(graph);
  if (form === 'json') return isHidden ? answerJson(graph, data.truncated) : JSON.stringify({ data }, null, 2);
  const texts = kindTexts.value;
  const textsOf = (kind: string) => texts.of(kind) ?? { sentence: texts.sentenceOf(kind) };
  if (form === 'md') return path === null ? '' : stepsMarkdown(renamed(path, named, graph), textsOf);
  const picture = layout(graph, { starts: [], ends: sinksOf(graph) }, { width: Infinity, isVertical: false, measure });
  const drawn = document.querySelector('main svg.picture');
  const shapes = shapesOf(picture, {
    label: 'Paths',
    sentenceOf: texts.sentenceOf,
    colourOf: (kind) => customColours.value.get(kind),
  });
  const svg = svgText(shapes, drawn ? stylesIn(drawn) : () => ({}));
  return form === 'svg' ? svg : pngOf(svg, picture.width, picture.height);
}

/** A path with the nodes of a graph whose names may be hidden. */
function renamed({ start, steps }: GraphPath, { nodes }: Graph, graph: Graph): GraphPath {
  const nodeOf = new Map(nodes.map(({ id }, at) => [id, graph.nodes[at]]));
  const named = (node: GraphPath['start']) => nodeOf.get(node.id) ?? node;
  return { start: named(start), steps: steps.map(({ edges, node }) => ({ edges, node: named(node) })) };
}
