/** Operations of the reference product that its document lacks and that this service does not have. Its page and programs call them. */
export const undocumentedOperations = {
  both: [
    'GET /api/v2/login/saml/{slug}',
    'GET /api/v2/login/saml/{slug}/sso',
    'POST /api/v2/login/saml/{slug}/acs',
    'GET /api/v2/login/saml/{slug}/metadata',
  ],
  enterprise: ['GET /api/v2/findings/{name}'],
};
