import { propertyGroups } from './properties.js';

export function Properties({ props }: { readonly props: Readonly<Record<string, unknown>> }) {
  return (
    <section aria-labelledby="properties">
      <h2 id="properties">Properties</h2>
      <div class="cards">
        {propertyGroups(props, Date.now() / 1000).map(({ title, properties }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl class="pairs">
              {properties.map(({ name, value, danger }) => (
                <div key={name} class={danger === undefined ? undefined : 'danger'}>
                  <dt>{name}</dt>
                  <dd>
                    {value}
                    {danger !== undefined && <strong> ⚠ {danger}</strong>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </section>
  );
}
