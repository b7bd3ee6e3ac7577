import { counted } from '../../base/format.js';
import { EdgeLink, Lines } from '../../base/parts.js';
import { mostNew } from '../../explore/answers.js';
import type { Scene, SceneLink } from '../../explore/scene.js';

/** The edges of a chosen line, each with its explanation. */
export function LinePanel({ scene, link }: { readonly scene: Scene; readonly link: SceneLink }) {
  const nameOf = (id: string) => scene.nodes.get(id)?.name ?? id;
  return (
    <>
      <h2>{counted(link.edges.length, 'edge')}</h2>
      <Lines
        of={link.edges.slice(0, mostNew)}
        line={({ source, target, kind }) => (
          <>
            {nameOf(source)} – <EdgeLink source={source} target={target} kind={kind} />
            {'→ '}
            {nameOf(target)}
          </>
        )}
      />
    </>
  );
}
