/*
 * The law of arrows, as patterns: a feature added tomorrow is guarded tomorrow. TypeScript 7 has no compiler
 * API, so the sources are read with @swc/core; without it nothing would be read and everything would be green,
 * which is why tools/canaries.test.ts breaks every one of these rules once.
 */

const tests = '\\.test\\.tsx?$|/test/|^e2e/|^bench/|^tools/'

/** @type {(name: string, comment: string, from: object, to: object) => import('dependency-cruiser').IForbiddenRuleType} */
const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    no('no-cycles', 'Modules in a circle are one module.', { pathNot: '^contract/src/' }, { circular: true }),
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
      'An import that leads nowhere.',
      {},
      // The trees of Markdown and HTML are types alone, declared in @types.
      { couldNotResolve: true, pathNot: '^virtual:|^(hast|mdast)$' },
    ),
    no(
      'contract-is-pure',
      'What every side agrees on needs zod and itself alone.',
      { path: '^contract/src/', pathNot: tests },
      { pathNot: '^contract/src/|/node_modules/zod/|^node_modules/zod/' },
    ),
    no(
      'wire-speaks-the-contract',
      'The wire carries the contract and needs nothing else.',
      { path: '^wire/src/', pathNot: tests },
      { pathNot: '^(wire|contract)/src/' },
    ),
    no(
      'server-knows-no-browser',
      'The server is handed a built web; only its tests speak over the wire.',
      { path: '^server/', pathNot: tests },
      { path: '^(app|widget|wire)/' },
    ),
    no(
      'browser-knows-no-server',
      'A browser has no server code.',
      { path: '^(app|widget|wire|contract)/' },
      { path: '^server/' },
    ),
    no(
      'nobody-imports-app',
      'The app is an end, not a library. Its list of pages is for browser tests, too.',
      { pathNot: '^app/' },
      { path: '^app/', pathNot: '^app/src/pages\\.ts$' },
    ),
    no(
      'nobody-imports-widget',
      'The widget is an end, not a library.',
      { pathNot: '^widget/' },
      { path: '^widget/' },
    ),
    no(
      'platform-knows-no-product',
      'The platform would serve another product as well.',
      { path: '^server/src/platform/' },
      { path: '^server/src/features/' },
    ),
    no(
      'features-by-the-door',
      'A feature, or a part of one, is imported through its index.ts.',
      { path: '^server/src/features/([^/]+)/' },
      { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/($1/|.+/index\\.ts$)' },
    ),
    no(
      'mounted-by-the-door',
      'A feature, or a part of one, is imported through its index.ts.',
      { path: '^server/', pathNot: '^server/src/features/' },
      { path: '^server/src/features/', pathNot: '^server/src/features/(all\\.ts$|.+/index\\.ts$)' },
    ),
    no(
      'routes-ask-services',
      'A route never sees SQL.',
      { path: '/features/.+[/-]routes\\.ts$' },
      { path: '/features/.+[/-]store\\.ts$' },
    ),
    no(
      'store-is-the-bottom',
      'A store knows tables and nobody above it.',
      { path: '/features/.+[/-]store\\.ts$' },
      { path: '/features/.+[/-](service|routes|jobs)\\.ts$' },
    ),
    no(
      'ui-knows-no-product',
      'Design system and platform of the app would serve another product as well.',
      { path: '^app/src/(ui|platform)/' },
      { path: '^app/src/(site|dashboard)/' },
    ),
    no(
      'site-and-dashboard-apart',
      'Public pages never carry the dashboard.',
      { path: '^app/src/site/' },
      { path: '^app/src/dashboard/' },
    ),
    no(
      'dashboard-and-site-apart',
      'The dashboard never carries public pages.',
      { path: '^app/src/dashboard/' },
      { path: '^app/src/site/' },
    ),
    no(
      'pages-by-the-door',
      'A part of the dashboard is imported through its index.ts.',
      { path: '^app/src/dashboard/([^/]+)/' },
      { path: '^app/src/dashboard/([^/]+)/', pathNot: '^app/src/dashboard/($1/|.+/index\\.tsx?$)' },
    ),
    no(
      'no-tests-in-production',
      'What runs for users knows nothing of its tests.',
      { pathNot: `${tests}|^(?:app/)?vitest\\.config` },
      { path: tests },
    ),
    no(
      'no-development-packages',
      'The server runs where development packages are left out.',
      // The bundler is asked for in development alone.
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
