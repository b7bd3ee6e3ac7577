import { useRef, useState } from 'preact/hooks';
import { saveFile } from '../../api/send.js';
import { Check } from '../../base/controls.js';
import { useKeys } from '../../base/keys.js';
import { customColourOf } from '../../base/kind-icon.js';
import type { KindTexts } from '../../base/kind-texts.js';
import { answerJson, edgesCsv, fileName, pngOf, withoutNames } from '../../export/files.js';
import { type Graph, sinksOf } from '../../picture/graph.js';
import { layout } from '../../picture/layout.js';
import { measure } from '../../picture/picture-view.js';
import { nameOf, shapesOf, stylesIn, svgText } from '../../picture/shapes.js';
import type { PathList } from './graph-paths.js';
import { stepsMarkdown } from './steps-markdown.js';

const formTexts = { svg: 'SVG', png: 'PNG', csv: 'CSV', json: 'JSON', md: 'Markdown' } as const;

interface ExportMenuProps {
  readonly graph: Graph;
  readonly isTruncated: boolean;
  /** The answer as the service wrote it. */
  readonly answer: unknown;
  readonly paths: PathList;
  /** Of the path whose steps are written, from 0. */
  readonly index: number;
  readonly kindTexts: KindTexts;
}

type Form = keyof typeof formTexts;

const types: Readonly<Record<Form, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
};

const forms: readonly Form[] = ['svg', 'png', 'csv', 'json', 'md'];

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
  const save = async (form: Form) => {
    try {
      const { content, name } = await fileOf(form, isHidden, props);
      saveFile(content, name);
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
        {forms.map((form) => (
          <button key={form} type="button" onClick={() => void save(form)}>
            {formTexts[form]}
          </button>
        ))}
        <p role="status">{message}</p>
      </div>
    </details>
  );
}

async function fileOf(form: Form, isHidden: boolean, props: ExportMenuProps) {
  const graph = isHidden ? withoutNames(props.graph) : props.graph;
  const first = props.paths.at(0);
  const words = isHidden || !first ? ['paths'] : ['paths', nameOf(first.start)];
  const content = await contentOf(form, graph, isHidden, props);
  return { content: new Blob([content], { type: types[form] }), name: fileName(words, form) };
}

async function contentOf(form: Form, graph: Graph, isHidden: boolean, props: ExportMenuProps): Promise<BlobPart> {
  const { answer, isTruncated, kindTexts } = props;
  if (form === 'csv') return edgesCsv(graph);
  if (form === 'json') return isHidden ? answerJson(graph, isTruncated) : JSON.stringify(answer, null, 2);
  if (form === 'md') return markdownOf(graph, props);
  const space = { width: Infinity, isVertical: false, measure };
  const picture = layout(graph, { starts: [], ends: sinksOf(graph) }, space);
  const drawn = document.querySelector('main svg.picture');
  const { sentenceOf } = kindTexts;
  const shapes = shapesOf(picture, { label: 'Paths', sentenceOf, colourOf: customColourOf });
  const svg = svgText(shapes, drawn ? stylesIn(drawn) : () => ({}));
  return form === 'svg' ? svg : pngOf(svg, picture.width, picture.height);
}

/** The order of paths follows names, so the shown path is found by its nodes. */
function markdownOf(graph: Graph, { graph: named, paths, index, kindTexts }: ExportMenuProps): string {
  const path = paths.at(index);
  if (!path) return '';
  const renamed = new Map(named.nodes.map((node, at) => [node.id, graph.nodes[at] ?? node]));
  const steps = path.steps.map(({ edges, node }) => ({ edges, node: renamed.get(node.id) ?? node }));
  const textsOf = (kind: string) => {
    const description = kindTexts.of(kind);
    return { sentence: kindTexts.sentenceOf(kind), ...(description && { remediation: description.remediation }) };
  };
  return stepsMarkdown({ start: renamed.get(path.start.id) ?? path.start, steps }, textsOf);
}
