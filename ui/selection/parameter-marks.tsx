import { linkWith, useAddress } from '../base/address.js';
import { Marks } from '../base/marks.js';
import { NameOf } from './name-of.js';
import { texts } from './texts.js';

/** Parameters of a question that its screen does not edit, each with a link that removes it. */
export function ParameterMarks({ names }: { readonly names: readonly string[] }) {
  const { query } = useAddress();
  const marks = names.flatMap((name) =>
    query.getAll(name).map((value) => ({
      key: `${name} ${value}`,
      label: (
        <>
          {texts.parameters[name] ?? name}: {name.endsWith('_node') ? <NameOf id={value} /> : <bdi>{value}</bdi>}
        </>
      ),
      without: linkWith({ [name]: query.getAll(name).filter((it) => it !== value) }),
    })),
  );
  return <Marks label={texts.asked} marks={marks} />;
}
