/*
 * The allowed imports, as patterns, so that new features are covered. TypeScript 7 has no compiler API, so the sources
 * are parsed with @swc/core. Without it nothing would be parsed and every rule would pass; tools/canaries therefore
 * violates each rule once.
 */

const tests = '\\.test\\.tsx?$|/test/|^e2e/|^bench/|^tools/'

/** @type {(name: string, comment: string, from: object, to: object) => import('dependency-cruiser').IForbiddenRuleType} */
const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    no(
      'no-cycles',
      'Modules that import each other are one module.',
      { pathNot: '^contract/src/' },
      { circular: true },
    ),
    no(
      'no-cycles-in-contract',
      'Routes take types from `*.schema.ts`, which takes limits and options from the routes’ file: types alone may circle.',
      { path: '^contract/src/' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    no(
      'no-schemas-in-browsers',
      'Browsers validate nothing: schemas, and zod with them, would be 15 KiB on every page.',
      { path: '^(app/(src|worker)|widget/src|wire/src)/', pathNot: `${tests}|\\.server\\.ts$` },
      { path: '^contract/src/(.+\\.schema|schemas)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    no(
      'no-zod-in-browsers',
      'What browsers import from the contract has every type they need.',
      { path: '^(app/(src|worker)|widget/src|wire/src)/', pathNot: `${tests}|\\.server\\.ts$` },
      { path: 'node_modules/zod/' },
    ),
    no(
      'routes-without-schemas',
      'What browsers import from the contract loads no schemas.',
      { path: '^contract/src/', pathNot: `${tests}|^contract/src/(.+\\.schema|schemas)\\.ts$` },
      {
        path: '^contract/src/(.+\\.schema|schemas)\\.ts$|node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    no(
      'not-unresolvable',
      'The imported file does not exist.',
      {},
      // Syntax trees of Markdown and HTML: only types, from @types.
      { couldNotResolve: true, pathNot: '^virtual:|^(hast|mdast)$' },
    ),
    no(
      'contract-only-zod',
      'The contract depends only on zod, and its opening hours on time zones.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: '^contract/src/|/node_modules/zod/|^node_modules/(zod|temporal-polyfill)/' },
    ),
    no(
      'wire-only-contract',
      'The API client depends only on the contract.',
      { path: '^wire/src/', pathNot: tests },
      { pathNot: '^(wire|contract)/src/' },
    ),
    no(
      'api-package-self-contained',
      'Other programs install the client package without this repository.',
      { path: '^api/src/' },
      { pathNot: '^api/src/' },
    ),
    no(
      'react-package-self-contained',
      'React applications install the package without this repository.',
      { path: '^react/src/' },
      { pathNot: '^react/src/|^node_modules/(@types/)?react/' },
    ),
    no(
      'server-not-to-browser',
      'The server receives the built web app; only its tests use the API client.',
      { path: '^server/', pathNot: tests },
      { path: '^(app|widget|wire)/' },
    ),
    no(
      'browser-not-to-server',
      'Code for browsers does not import the server.',
      { path: '^(app|widget|wire|contract)/' },
      { path: '^server/' },
    ),
    no(
      'not-to-app',
      'Nothing imports the app, except browser tests its list of pages.',
      { pathNot: '^app/' },
      { path: '^app/', pathNot: '^app/src/pages\\.ts$' },
    ),
    no('not-to-widget', 'Nothing imports the widget.', { pathNot: '^widget/' }, { path: '^widget/' }),
    no(
      'platform-not-to-features',
      'The platform would serve another product as well.',
      { path: '^server/src/platform/' },
      { path: '^server/src/features/' },
    ),
    no(
      'features-through-index',
      'A feature, or a part of one, is imported through its index.ts.',
      { path: '^server/src/features/([^/]+)/' },
      { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/($1/|.+/index\\.ts$)' },
    ),
    no(
      'features-through-index-from-outside',
      'A feature, or a part of one, is imported through its index.ts.',
      { path: '^server/', pathNot: '^server/src/features/' },
      { path: '^server/src/features/', pathNot: '^server/src/features/(all\\.ts$|.+/index\\.ts$)' },
    ),
    no(
      'routes-not-to-stores',
      'A route never sees SQL.',
      { path: '/features/.+[/-]routes\\.ts$' },
      { path: '/features/.+[/-]store\\.ts$' },
    ),
    no(
      'stores-not-to-services',
      'A store knows tables, not the layers above it.',
      { path: '/features/.+[/-]store\\.ts$' },
      { path: '/features/.+[/-](service|routes|jobs)\\.ts$' },
    ),
    no(
      'ui-not-to-features',
      'Design system and platform of the app would serve another product as well.',
      { path: '^app/src/(ui|platform)/' },
      { path: '^app/src/(site|dashboard)/' },
    ),
    no(
      'site-not-to-dashboard',
      'Public pages never carry the dashboard.',
      { path: '^app/src/site/' },
      { path: '^app/src/dashboard/' },
    ),
    no(
      'dashboard-not-to-site',
      'The dashboard never carries public pages.',
      { path: '^app/src/dashboard/' },
      { path: '^app/src/site/' },
    ),
    no(
      'dashboard-features-through-index',
      'A part of the dashboard is imported through its index.ts.',
      { path: '^app/src/dashboard/([^/]+)/' },
      { path: '^app/src/dashboard/([^/]+)/', pathNot: '^app/src/dashboard/($1/|.+/index\\.tsx?$)' },
    ),
    no(
      'production-not-to-tests',
      'Production code does not import tests.',
      { pathNot: `${tests}|^(?:app/)?vitest\\.config` },
      { path: tests },
    ),
    no(
      'production-not-to-dev-dependencies',
      'The server runs where development packages are left out.',
      // The bundler is imported in development only.
      { path: '^(server|contract)/src/', pathNot: `${tests}|^server/src/platform/web/sources\\.ts$` },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|data|test-results|\\.react-router|\\.cache)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'default'],
      exportsFields: ['exports'],
    },
  },
}
