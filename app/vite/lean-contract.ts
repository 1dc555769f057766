import type { Plugin } from 'vite'

/*
 * Requests are judged and replies are parsed by the server; a browser never does either. Yet every route of
 * the contract carries its schemas, and a validator with them: 14 KiB on each page. So browsers get the
 * contract without: routes keep method and path, events name and channel, an enum its options. What a page
 * does not use falls away then. A schema that slips through fails the build.
 */

const isContract = (module: string) => /\/contract\/src\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(module)
const isValidator = (module: string) => /\/node_modules\/zod\//.test(module)
/** Functions of the contract that answer a schema. */
const makers = ['z', 'text', 'queryInt']
/** What the server alone needs of a route or an event. */
const ofServer = ['input', 'output', 'problems', 'data']

interface Node {
  type: string
  start: number
  end: number
}
interface Call extends Node {
  callee: Node & { name?: string; object?: Node; property?: Node & { name?: string } }
  arguments: (Node & { properties?: (Node & { key?: Node & { name?: string } })[]; elements?: Node[] })[]
}
interface Import extends Node {
  specifiers: { local: { name: string } }[]
}
interface Cut {
  start: number
  end: number
  text: string
}
/** The name a call or chain of calls begins with: `z` in `z.string().check()`. */
function beginning(node: Node): string | undefined {
  const { name, callee, object } = node as Node & { name?: string; callee?: Node; object?: Node }
  const inner = callee ?? object
  return inner ? beginning(inner) : name
}

/** Takes the schemas out of one module of the contract, and what was imported for them. Imports stand first. */
export function withoutSchemas(code: string, body: Node[]): string {
  const cuts: Cut[] = []
  const cut = ({ start, end }: Node, text: string) => cuts.push({ start, end, text })
  for (const statement of body) {
    // The parser's own shapes, of which only these parts are read.
    const { declaration } = statement as Node & { declaration?: Node }
    const { declarations = [] } = (declaration ?? statement) as Node & { declarations?: { init?: Call }[] }
    for (const { init } of declarations) {
      if (init?.type !== 'CallExpression') continue
      const from = beginning(init) ?? ''
      const [first, second] = init.arguments
      if (makers.includes(from)) {
        const isEnum = init.callee.property?.name === 'enum' && first
        cut(init, isEnum ? `{ options: ${code.slice(first.start, first.end)} }` : 'undefined')
      } else if (from === 'route' || from === 'event') {
        cuts.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' })
        for (const property of (from === 'route' ? first : second)?.properties ?? []) {
          if (!ofServer.includes(property.key?.name ?? '')) continue
          const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
          cut({ ...property, end: property.end + comma }, '')
        }
      }
    }
  }
  const lean = cutOut(code, cuts)
  // A chunk takes along what its modules import, even where nothing of it is used any more.
  const imports = body.filter(({ type }) => type === 'ImportDeclaration') as Import[]
  const rest = lean.slice(imports.at(-1)?.end ?? 0)
  return cutOut(
    lean,
    imports
      .filter(({ specifiers }) =>
        specifiers.every(({ local }) => !new RegExp(`\\b${local.name}\\b`).test(rest)),
      )
      .map(({ start, end }) => ({ start, end, text: '' })),
  )
}
const cutOut = (code: string, cuts: Cut[]) =>
  cuts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)

/** @param isForBrowser every environment of the build is one, as in that of the islands. */
export function leanContract({ isForBrowser = false } = {}): Plugin {
  return {
    name: 'ozvi:lean-contract',
    apply: 'build',
    transform(code, module) {
      if (!(isForBrowser || this.environment.name === 'client')) return
      if (isContract(module)) return { code: withoutSchemas(code, this.parse(code).body), map: null }
    },
    generateBundle(_, bundle) {
      if (!(isForBrowser || this.environment.name === 'client')) return
      for (const chunk of Object.values(bundle)) {
        const validator = chunk.type === 'chunk' && Object.keys(chunk.modules).find(isValidator)
        if (validator) this.error(`A schema reaches browsers, and ${validator} with it`)
      }
    },
  }
}
