import type { INestApplication } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Access, AccessRule } from '../../auth/allow.decorator.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { errorCodes } from '../../base/catalogue/error-codes.js';
import { Settings } from '../../base/config/settings.js';
import { hideMissingCapabilities } from '../../http/edition/openapi-filter.js';
import { type DescribedTag, tagsOf } from '../../http/openapi/api-controller.decorator.js';
import { describeApi } from './description.js';
import { defineLimitHeaders, describeLimit } from './describe-limits.js';
import { describeNames } from './describe-names.js';
import { controllersOf } from './visible-routes.js';

/** Creates the OpenAPI 3.1 document of this deployment from the decorators of its controllers. */
export function createOpenApiDocument(app: INestApplication, version: string): OpenAPIObject {
  const settings = app.get(Settings);
  const { signatureKeywords, publicUrl, ui } = settings;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Graphward')
    .setDescription(describeApi(settings))
    .setVersion(version)
    .addServer(publicUrl.replace(/\/+$/, '') || '/')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Session token of POST /api/v2/login.' },
      'bearer',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: signing(signatureKeywords) },
      'signature',
    );
  if (ui) builder.addSecurity('cookieAuth', cookieAuth);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const controllers = controllersOf(app);
  hideMissingCapabilities(document, controllers, app.get(Capabilities));
  describeErrorCodes(document);
  completeOperations(document, controllers);
  defineLimitHeaders(document);
  if (ui) acceptCookies(document);
  return { ...document, tags: usedTags(document, controllers) };
}

/** Lists the cause and the remedy of each code that the document has. */
function describeErrorCodes({ components }: OpenAPIObject): void {
  const schema = components?.schemas?.['ErrorCode'];
  if (!schema || !('enum' in schema)) return;
  const codes = Object.entries(errorCodes).filter(([code]) => schema.enum?.includes(code));
  schema.description = codes
    .map(([code, { cause, remedy }]) => `- \`${code}\`: ${cause} ${remedy}`.trimEnd())
    .join('\n');
}

function usedTags({ paths }: OpenAPIObject, controllers: readonly Function[]): DescribedTag[] {
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])));
  return tagsOf(controllers).filter(({ name }) => used.has(name));
}

function signing(keywords: readonly string[]): string {
  const authorization = keywords.map((keyword) => `\`Authorization: ${keyword} <token id>\``).join(' or ');
  return `Three headers: ${authorization}, \`RequestDate\` (RFC 3339) and \`Signature\`. The signature is the base64 of a
chain of HMAC-SHA-256 over method and target, the first 13 characters of RequestDate, and the body. On this page, enter
\`<token id>:<token key>\`; the page signs each call.`;
}

const cookieAuth = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-graphward-443',
  description:
    'For the page of this service: session cookie of POST /api/v2/self/session, with the header `X-Requested-With: graphward`. The name ends with the port of the page.',
} as const;

/** Wherever a bearer token is accepted, the cookie that contains one is too. */
function acceptCookies(document: OpenAPIObject): void {
  for (const { security } of Object.values(document.paths).flatMap(operationsOf))
    if (security?.some((scheme) => 'bearer' in scheme)) security.push({ cookieAuth: [] });
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/**
 * Adds to each operation its id, the permission of its handler, its rate limit and the name of its answer, and marks public operations as such.
 * @param document has operation ids of the form `<controller>.<handler>`
 */
function completeOperations(document: OpenAPIObject, controllers: readonly Function[]): void {
  const byName = new Map(controllers.map((it) => [it.name, it]));
  for (const item of Object.values(document.paths)) {
    for (const operation of operationsOf(item)) {
      const [controller = '', method = ''] = operation.operationId?.split('.') ?? [];
      const [type, handler] = handlerOf(byName.get(controller), method);
      operation.operationId = operationIdOf(controller, method);
      if (operation === item.get) describeNames(item, handler);
      describeLimit(operation, type, handler);
      operation.description = [operation.description, callersOf(handler)].filter(Boolean).join(' ');
      operation.security ??= [];
      operation.parameters?.sort((one, other) => Number(isPrefer(one)) - Number(isPrefer(other)));
    }
  }
}

/** The last parameter, because generated clients order their parameters as the document does. */
function isPrefer(parameter: object): boolean {
  return 'name' in parameter && parameter.name === 'Prefer';
}

function handlerOf(controller: Function | undefined, method: string): readonly [Function, Function] {
  const handler: unknown = Reflect.get(controller?.prototype ?? {}, method);
  if (controller && typeof handler === 'function') return [controller, handler];
  throw new Error(`${controller?.name}.${method} is not a handler`);
}

function operationsOf(item: OpenAPIObject['paths'][string]) {
  return methods.flatMap((method) => item[method] ?? []);
}

function callersOf(handler: Function): string {
  const access: Access | undefined = new Reflector().get(AccessRule, handler);
  if (!access || 'public' in access) return 'Needs no credentials.';
  if (access.permission === 'collector:call') return 'For collection clients only.';
  return `Needs the permission \`${access.permission}\`.`;
}

/** Operation ids of handlers whose names do not make a good function name. */
const operationIds: Readonly<Record<string, string>> = {
  'AboutController.get': 'getAbout',
  'AccountSessionsController.deleteAll': 'deleteAccountSessions',
  'AccountsController.limit': 'setAccountEnvironments',
  'AccountsController.revokeTokens': 'deleteAccountTokens',
  'AlertChannelsController.retry': 'retryDelivery',
  'AnalysisRunsController.request': 'requestAnalysis',
  'AnalysisRunsController.status': 'getAnalysisStatus',
  'AssetGroupsController.writeSelectors': 'changeAssetGroupSelectors',
  'ClearDatabaseController.clear': 'clearDatabase',
  'ClearDatabaseController.listSources': 'listSourceKinds',
  'CloudController.get': 'getCloudEntity',
  'CollectionsController.countCustomMembers': 'countAssetGroupCustomMembers',
  'CollectionsController.list': 'listAssetGroupCollections',
  'CollectorClientsController.noteError': 'reportClientError',
  'CollectorClientsController.update': 'reportClientStart',
  'CollectorIngestController.send': 'ingestCollectedData',
  'CollectorJobsController.available': 'listAvailableJobs',
  'CollectorJobsController.current': 'getCurrentJob',
  'CollectorJobsController.end': 'endJob',
  'CollectorJobsController.start': 'startJob',
  'CollectorManifestsController.getVersions': 'listCollectorVersions',
  'CollectorManifestsController.listEnterpriseVersions': 'getKennelEnterpriseManifest',
  'CollectorManifestsController.listVersions': 'getKennelManifest',
  'CustomNodesController.create': 'createCustomNodes',
  'DatapipeController.getRequest': 'getRequestedAnalysis',
  'FileUploadsController.send': 'uploadFile',
  'GraphItemsController.getEdge': 'getRelationship',
  'GraphItemsController.getNode': 'getNode',
  'GraphItemsController.getRelayTargets': 'getRelayTargets',
  'GraphSearchController.list': 'searchGraph',
  'GraphsController.getEdgeComposition': 'getEdgeComposition',
  'GraphsController.getReachable': 'countReachableNodes',
  'GraphsController.getShortestPaths': 'getShortestPaths',
  'IssuancePolicyController.listLinkedtemplates': 'listIssuancePolicyLinkedTemplates',
  'JobsController.listFinished': 'listFinishedJobs',
  'KindsController.getNode': 'getNodeKind',
  'KindsController.getRelationship': 'getRelationshipKind',
  'KindsController.listEdges': 'listEdgeKinds',
  'OwnSessionsController.deleteOthers': 'deleteOwnSessions',
  'PathfindingController.get': 'getPathsBetween',
  'PlansController.again': 'replacePlan',
  'PlatformQualityController.getCompleteness': 'getCompleteness',
  'PlatformQualityController.list': 'listPlatformDataQuality',
  'ReportsController.runOnce': 'createReportDocument',
  'ReferenceRolesController.getPermission': 'getPermission',
  'ReferenceRolesController.getRole': 'getRole',
  'ReferenceRolesController.listPermissions': 'listPermissions',
  'ReferenceServiceController.acceptAgreement': 'acceptAgreement',
  'ReferenceServiceController.listConfiguration': 'listConfiguration',
  'ReferenceServiceController.listFeatures': 'listFeatures',
  'ReferenceServiceController.listSwitches': 'listDogTags',
  'SamlController.create': 'createSamlProvider',
  'SamlController.delete': 'deleteSamlProvider',
  'SamlController.get': 'getSamlProvider',
  'SamlController.list': 'listSamlProviders',
  'SearchResultsController.list': 'searchEntities',
  'SelfController.changePassword': 'changeOwnPassword',
  'SelfController.revokeTokens': 'deleteOwnTokens',
  'SelfController.roles': 'listRoles',
  'SelfController.self': 'getSelf',
  'SessionsController.login': 'login',
  'SavedQueriesController.exportAll': 'exportSavedQueries',
  'SavedQueriesController.import': 'importSavedQueries',
  'SessionsController.logout': 'logout',
  'SsoProvidersController.createOidc': 'createOidcProvider',
  'SsoProvidersController.createSaml': 'createSamlSsoProvider',
  'SsoProvidersController.signingCertificate': 'getSigningCertificate',
  'TagSelectorsController.countMembers': 'countTagMembers',
  'TagSelectorsController.countSelected': 'countTagSelectorMembers',
  'TagSelectorsController.getMember': 'getTagMember',
  'TagSelectorsController.listMembers': 'listTagMembers',
  'TagSelectorsController.listSelected': 'listTagSelectorMembers',
  'TagsController.search': 'searchTags',
  'UsersController.listMinimal': 'listUserNames',
};

/**
 * Returns the operation id of a handler. Client generators use it as a function name: `AssetGroupsController.list` becomes
 * `listAssetGroups`, `.get` becomes `getAssetGroup`, `.listMembers` becomes `listAssetGroupMembers`.
 */
function operationIdOf(controller: string, method: string): string {
  const exception = operationIds[`${controller}.${method}`];
  if (exception !== undefined) return exception;
  const plural = controller.replace(/Controller$/, '');
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const [, verb = '', rest = ''] = /^([a-z]+)(.*)$/.exec(method) ?? [];
  return verb + (method === 'list' ? plural : singular + rest);
}
