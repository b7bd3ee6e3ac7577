/** File names of SharpHound, `20260101120000_users.json`, and `azurehound.json`, also in a ZIP and with gzip. */
const typicalName =
  /(?:^|[^a-z])(?:(azure)hound|(aiacas|certtemplates|computers|containers|domains|enterprisecas|gpos|groups|issuancepolicies|ntauthstores|ous|rootcas|sessions|users))\.json(?:\.gz)?(?:#\d+)?$/i;

/** The type of the records of a file that is cut before its `meta`, and the reason to assume it; null if its name shows no type. */
export function typeByName(name: string): { readonly type: string; readonly assumption: string } | null {
  const [, azure, sharpHound] = typicalName.exec(name) ?? [];
  const type = (azure ?? sharpHound)?.toLowerCase();
  return type === undefined
    ? null
    : {
        type,
        assumption: `"meta", which comes last, is missing; its records are read as ${type}, because the file is named so`,
      };
}
