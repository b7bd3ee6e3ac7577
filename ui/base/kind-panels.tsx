import { call } from '../api/call.js';
import { Markdown } from './markdown-view.js';
import { Section } from './parts.js';
import { useAnswer } from './states.js';

interface KindPanelsProps {
  readonly kinds: readonly string[];
  /** Stands there if no extension describes any of them. */
  readonly none?: string;
}

/** What extensions say of kinds. */
export function KindPanels({ kinds, none = '' }: KindPanelsProps) {
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { panels: true } }));
  const texts = answer?.data.panels?.filter(({ name }) => kinds.includes(name)) ?? [];
  return (
    <>
      {answer && texts.length === 0 && none !== '' && <p>{none}</p>}
      {texts.map(({ name, description, panels }) => (
        <Section key={name} title={`About ${name}`}>
          {description !== '' && <p>{description}</p>}
          {panels.map(({ title, content }) => (
            <section key={title}>
              <h3>{title}</h3>
              <Markdown text={content} />
            </section>
          ))}
        </Section>
      ))}
    </>
  );
}
