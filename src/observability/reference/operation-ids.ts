/** For handlers whose names do not combine to a good function name. */
const exceptions: Readonly<Record<string, string>> = {
  'AccountsController.revokeTokens': 'deleteAccountTokens',
  'AnalysisRunsController.ask': 'requestAnalysis',
  'AnalysisRunsController.status': 'getAnalysisStatus',
  'AssetGroupsController.writeSelectors': 'changeAssetGroupSelectors',
  'ClearDatabaseController.clear': 'clearDatabase',
  'CollectorIngestController.send': 'ingestCollectedData',
  'CollectorJobsController.available': 'listAvailableJobs',
  'CollectorJobsController.current': 'getCurrentJob',
  'CustomNodesController.create': 'createCustomNodes',
  'EntitiesController.ofComputer': 'listComputerAdminRights',
  'EntitiesController.ofGroup': 'listGroupAdminRights',
  'EntitiesController.ofUser': 'listUserAdminRights',
  'FileUploadsController.send': 'uploadFile',
  'JobsController.listFinished': 'listFinishedJobs',
  'ReferenceRolesController.getPermission': 'getPermission',
  'ReferenceRolesController.getRole': 'getRole',
  'ReferenceRolesController.listPermissions': 'listPermissions',
  'SamlController.create': 'createSamlProvider',
  'SamlController.delete': 'deleteSamlProvider',
  'SamlController.get': 'getSamlProvider',
  'SamlController.list': 'listSamlProviders',
  'SelfController.changePassword': 'changeOwnPassword',
  'SelfController.revokeTokens': 'deleteOwnTokens',
  'SelfController.roles': 'listRoles',
  'SelfController.self': 'getSelf',
  'SessionsController.login': 'login',
  'SessionsController.logout': 'logout',
  'UsersController.listMinimal': 'listUserNames',
};

/**
 * The operation id of a handler, which generators of clients make a function's name: `AssetGroupsController.list` is
 * `listAssetGroups`, `.get` is `getAssetGroup`, `.listMembers` is `listAssetGroupMembers`.
 */
export function operationIdOf(controller: string, method: string): string {
  const exception = exceptions[`${controller}.${method}`];
  if (exception !== undefined) return exception;
  const plural = controller.replace(/Controller$/, '');
  const singular = plural.replace(/s$/, '');
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(method) ?? [];
  return verb + (method === 'list' ? plural : singular + rest);
}
