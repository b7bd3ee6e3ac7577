/** Where the names of controller and handler make no good name of a function. */
const exceptions: Readonly<Record<string, string>> = {
  'AnalysisRunsController.ask': 'requestAnalysis',
  'AnalysisRunsController.status': 'getAnalysisStatus',
  'CollectorIngestController.send': 'ingestCollectedData',
  'CollectorJobsController.available': 'listAvailableJobs',
  'CollectorJobsController.current': 'getCurrentJob',
  'CustomNodesController.create': 'createCustomNodes',
  'EntitiesController.ofComputer': 'listComputerAdminRights',
  'EntitiesController.ofGroup': 'listGroupAdminRights',
  'EntitiesController.ofUser': 'listUserAdminRights',
  'FileUploadsController.send': 'uploadFile',
  'JobsController.listFinished': 'listFinishedJobs',
  'SamlController.create': 'createSamlProvider',
  'SamlController.delete': 'deleteSamlProvider',
  'SamlController.get': 'getSamlProvider',
  'SamlController.list': 'listSamlProviders',
  'SelfController.changePassword': 'changeOwnPassword',
  'SelfController.roles': 'listRoles',
  'SelfController.self': 'getSelf',
  'SessionsController.login': 'login',
  'SessionsController.logout': 'logout',
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
