import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { messages } from './messages.ts'

/*
 * Public pages are HTML from the server with islands: forms and other interactive parts, hydrated by
 * src/entry-site.ts, which is built separately from the app with preact (8 KiB instead of 58 for react-dom).
 * `virtual:islands` contains the files that the server names in the page. In development the same sources run
 * on React, from the development server.
 */

const id = 'virtual:islands'
const source = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url))
const preact: Record<string, string> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** What every public page loads; most have no islands. */
const siteEntries = [source('entry-site.ts'), source('platform/background/index.ts')]

type ModuleGraph = Parameters<Rolldown.CodeSplittingNameFunction>[1]
/** A module or chunk, its static imports, and theirs. */
function withImports(
  name: string,
  importsOf: (name: string) => readonly string[] | undefined,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const imported of importsOf(name) ?? []) withImports(imported, importsOf, seen)
  return seen
}

/**
 * Puts code that islands share into one chunk, except modules that every page loads: otherwise pages without islands
 * would load the whole chunk.
 */
function islandsChunk(id: string, graph: ModuleGraph): string | null {
  const isShared =
    /node_modules\/|\/app\/src\/(platform|ui|addresses|pages|hydrate)|\/(contract|wire)\/src\//.test(id)
  const isLoadedLater =
    /\/platform\/(analytics|background|icons)\/|\/ui\/(mount-toasts|toaster|toast-floor)\.|\/node_modules\/(@iconify|@radix-ui|radix-ui|posthog-js|vanilla-cookieconsent)\//.test(
      id,
    )
  const importsOf = (module: string) => graph.getModuleInfo(module)?.importedIds
  const isOfEveryPage = siteEntries.some((entry) => withImports(entry, importsOf).has(id))
  return isShared && !isLoadedLater && !isOfEveryPage ? 'islands' : null
}

/**
 * The islands of public pages, or those of the demo pages. The demo shows every component: built together, all
 * public pages would load what only the demo needs.
 */
async function buildIslands(kind: 'site' | 'demo'): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [messages()],
    resolve: {
      alias: Object.entries(preact).map(([from, to]) => ({ find: new RegExp(`^${from}$`), replacement: to })),
    },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: source(`entry-${kind}.ts`),
        treeshake,
        output: {
          entryFileNames: `assets/${kind}-[hash].js`,
          chunkFileNames: `assets/${kind}-[name]-[hash].js`,
          ...(kind === 'site'
            ? {
                codeSplitting: {
                  groups: [{ name: islandsChunk }],
                  // Otherwise the entry's own dependencies would move there too, and every page would load it.
                  includeDependenciesRecursively: false,
                },
              }
            : {}),
        },
      },
    },
  })
  // A single input without watching gives a single output.
  return (result as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
}

export const treeshake = {
  /** Our modules only declare; entries and stylesheets have side effects. */
  moduleSideEffects: (module: string) =>
    !/\/(contract|wire|app)\/src\//.test(module) ||
    /\/entry[-.][^/]*$|\.css$/.test(module.split('?')[0] ?? ''),
  /** Removes routes and events of the contract that a page doesn't use. */
  manualPureFunctions: ['defineRoute', 'defineEvent'],
}

/** The source of `virtual:islands` for the server: the URLs of the scripts, and of the files of each island. */
function islandsModule(site: Rolldown.OutputChunk[], demo: Rolldown.OutputChunk[]): string {
  const all = [...site, ...demo]
  const importsOf = (file: string) => all.find(({ fileName }) => fileName === file)?.imports
  const files = Object.fromEntries(
    all
      .filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId)
      .map(({ facadeModuleId, fileName }) => [
        fileURLToPath(new URL(`file://${facadeModuleId}`)).replace(/^.*\/app\/src\//, ''),
        [...withImports(fileName, importsOf)].map((name) => `/${name}`),
      ]),
  )
  const scripts = (of: Rolldown.OutputChunk[]) =>
    JSON.stringify(of.filter(({ isEntry }) => isEntry).map(({ fileName }) => `/${fileName}`))
  return `export const siteScripts = ${scripts(site)}, demoScripts = ${scripts(demo)}
export const islandFiles = ${JSON.stringify(files)}`
}

export function islands(): Plugin {
  let isBuild = false
  let built: Promise<[Rolldown.OutputChunk[], Rolldown.OutputChunk[]]> | undefined
  const chunks = () => (built ??= Promise.all([buildIslands('site'), buildIslands('demo')]))
  return {
    name: 'ozvi:islands',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (imported) => (imported === id ? `\0${id}` : undefined),
    async load(module) {
      if (module !== `\0${id}`) return
      if (!isBuild) {
        return `export const siteScripts = ['/@vite/client', '/@id/__x00__virtual:react-router/inject-hmr-runtime', '/src/entry-site.ts']
export const demoScripts = ['/src/entry-demo.ts'], islandFiles = {}`
      }
      // Pages with islands are rendered by the server, never by the app in the browser.
      if (this.environment.name === 'client')
        return 'export const siteScripts = [], demoScripts = [], islandFiles = {}'
      return islandsModule(...(await chunks()))
    },
    transform: {
      order: 'pre',
      filter: { id: /\/app\/src\/site\/demo\/[\w-]+-page\.tsx/ },
      handler() {
        // They show components that the app itself doesn't use and would otherwise include.
        if (!isBuild || this.environment.name !== 'client') return
        return { code: 'export const handle = {}\nexport default function Page() { return null }', map: null }
      },
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { fileName, code } of (await chunks()).flat())
        this.emitFile({ type: 'asset', fileName, source: code })
    },
  }
}
