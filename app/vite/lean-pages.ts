import type { Plugin } from 'vite'

/*
 * The list of pages says where each one's source is, who may see it and what its HTML asks for first. Routes
 * and HTML are made of that, by the build and by the server; a browser needs names, paths, layouts and navigation.
 */

const isPages = (module: string) => module.endsWith('/app/src/pages.ts')
const ofServer = ['file', 'access', 'isPrerendered', 'early']

interface Node {
  type: string
  start: number
  end: number
}
interface List extends Node {
  elements?: (Node & { properties?: (Node & { key?: Node & { name?: string } })[] })[]
}

/** @throws Error when the list is written in another way. */
export function withoutServerFields(code: string, body: Node[]): string {
  // The parser's own shapes, of which only these parts are read.
  const declarations = body.flatMap((statement) => {
    const { declaration } = statement as Node & {
      declaration?: { declarations?: { id: { name: string }; init?: List }[] }
    }
    return declaration?.declarations ?? []
  })
  const list = declarations.find(({ id }) => id.name === 'pages')?.init?.elements
  if (!list) throw new Error('The list of pages is written in another way than is known here')
  return list
    .flatMap(({ properties = [] }) => properties)
    .filter(({ key }) => ofServer.includes(key?.name ?? ''))
    .reverse()
    .reduce((text, { start, end }) => {
      const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
      return text.slice(0, start) + text.slice(end + comma)
    }, code)
}

/** @param isForBrowser every environment of the build is one, as in that of the islands. */
export function leanPages({ isForBrowser = false } = {}): Plugin {
  return {
    name: 'ozvi:lean-pages',
    apply: 'build',
    transform(code, module) {
      if (!isPages(module) || !(isForBrowser || this.environment.name === 'client')) return
      return { code: withoutServerFields(code, this.parse(code).body), map: null }
    },
  }
}
