/** Object id of the domain of {@link computers}. */
export const domain = 'S-1-5-21-7-7-7';

/** A file with one computer and its administrators. */
export const computers = {
  data: [
    {
      ObjectIdentifier: `${domain}-1201`,
      Properties: { name: 'PC1.BIRCH.LOCAL', domainsid: domain },
      LocalGroups: [
        {
          Collected: true,
          ObjectIdentifier: `${domain}-1201-544`,
          Name: 'ADMINISTRATORS@PC1.BIRCH.LOCAL',
          Results: [{ ObjectIdentifier: `${domain}-1104`, ObjectType: 'User' }],
        },
      ],
    },
  ],
  meta: { type: 'computers', version: 6, count: 1 },
};
