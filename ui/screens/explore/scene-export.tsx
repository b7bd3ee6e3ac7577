import { useState } from 'preact/hooks';
import { saveFile } from '../../api/send.js';
import { Check } from '../../base/controls.js';
import { customColours } from '../../base/kind-icon.js';
import { Button } from '../../base/parts.js';
import { edgesCsv, fileName, pngOf, withoutNames } from '../../export/files.js';
import { type Placed, placed as placedOf } from '../../explore/scene-layout.js';
import { renamed } from '../../explore/renamed.js';
import type { Scene } from '../../explore/scene.js';
import { sceneShapes } from '../../explore/scene-shapes.js';
import { measure } from '../../picture/measure.js';
import { stylesIn, svgText } from '../../picture/shapes.js';

const forms = [
  ['svg', 'SVG', 'image/svg+xml'],
  ['png', 'PNG', 'image/png'],
  ['csv', 'CSV', 'text/csv'],
] as const;

const colourOf = (kind: string) => customColours.value.get(kind);

/** Saves the picture as a file, at its full size. */
export function SceneExport({ scene, placed }: { readonly scene: Scene; readonly placed: Placed }) {
  const [isHidden, setHidden] = useState(false);
  const save = async (form: (typeof forms)[number][0], type: string) => {
    const named = isHidden
      ? renamed(scene, withoutNames({ nodes: [...scene.nodes.values()], edges: scene.edges }))
      : scene;
    const content =
      form === 'csv' ? csvOf(named) : await pictureOf(named, isHidden ? placedOf(named, measure) : placed, form);
    saveFile(new Blob([content], { type }), fileName(['picture'], form));
  };
  return (
    <div>
      <Check isChecked={isHidden} onChange={setHidden}>
        Hide names
      </Check>
      {forms.map(([form, label, type]) => (
        <Button key={form} label={label} run={() => save(form, type)} />
      ))}
    </div>
  );
}

function csvOf({ nodes, edges }: Scene): string {
  return edgesCsv({ nodes: [...nodes.values()], edges });
}

async function pictureOf(scene: Scene, placed: Placed, form: 'svg' | 'png'): Promise<string | Blob> {
  const { x, y, width, height } = placed;
  const looks = { scene, label: 'Picture', colourOf, focus: null, line: null };
  const drawn = document.querySelector('main svg.picture');
  const svg = svgText(
    sceneShapes(placed, { x, y, zoom: 1 }, { width, height }, looks),
    drawn ? stylesIn(drawn) : () => ({}),
  );
  return form === 'svg' ? svg : pngOf(svg, width, height);
}
