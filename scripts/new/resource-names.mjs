/** @param plural in kebab-case, such as `backup-plans` @returns the forms of the name that files and texts need */
export function namesOf(plural) {
  const singular = plural.replace(/ies$/, 'y').replace(/(?<=x|ch|sh|ss)es$|(?<!s)s$/, '');
  return { one: forms(singular), many: forms(plural) };
}

const sample = namesOf('spare-parts');

function forms(kebab) {
  return {
    kebab,
    snake: kebab.replaceAll('-', '_'),
    words: kebab.replaceAll('-', ' '),
    camel: kebab.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase()),
    pascal: kebab.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase()),
  };
}

/** @returns a text of the sample with other names */
export function renamed(text, names) {
  const article = /^[aeiou]/.test(names.one.words) ? 'an' : 'a';
  let result = text.replaceAll(/\ba (?=spare part\b)/g, `${article} `);
  for (const number of ['many', 'one'])
    for (const [form, name] of Object.entries(sample[number])) result = result.replaceAll(name, names[number][form]);
  return result;
}
