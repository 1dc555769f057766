import { Problem } from '@ozvi/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Paths of calls and files. Every other path that isn't mounted belongs to a page. */
export const isCallPath = (url: string): boolean =>
  /^\/(api|apps|broadcasting|widget|assets|builds)\//.test(url)

interface KnownRoute {
  method: string
  url: string
}
/** A mounted path with all its methods. */
interface KnownPath {
  segments: string[]
  methods: string[]
}

const segmentsOf = (path: string) => path.replace(/\/$/, '').split('/')
const isParameter = (segment: string) => segment.startsWith(':') || segment === '*'
const parametersIn = (segments: readonly string[]) => segments.filter(isParameter).length

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.at(-1) === '*' ? path.length < pattern.length : path.length !== pattern.length) return false
  return pattern.every((segment, index) => isParameter(segment) || segment === path[index])
}

/** Paths that differ only in the names of their parameters are the same. Those with fewer parameters come first. */
function knownPaths(served: readonly KnownRoute[]): KnownPath[] {
  const paths = new Map<string, KnownPath>()
  for (const { method, url } of served) {
    const shape = url.replace(/:\w+/g, ':')
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    const known = paths.get(shape)
    if (known) known.methods.push(...methods)
    else paths.set(shape, { segments: segmentsOf(url), methods })
  }
  return [...paths.values()].sort((a, b) => parametersIn(a.segments) - parametersIn(b.segments))
}

/** More exact paths by the route that also matches them, such as `/tag/new` of `/tag/:tag_id`. */
function exactPaths(served: readonly KnownRoute[], paths: readonly KnownPath[]): Map<string, KnownPath[]> {
  const exact = new Map<string, KnownPath[]>()
  for (const { url } of served) {
    const pattern = segmentsOf(url)
    const isExact = ({ segments }: KnownPath) =>
      parametersIn(segments) < parametersIn(pattern) && matches(pattern, segments)
    if (parametersIn(pattern) > 0 && !exact.has(url)) exact.set(url, paths.filter(isExact))
  }
  return exact
}

/** Finds the path of a request whose method isn't one of its own. */
function wrongMethodFinder(served: readonly KnownRoute[]) {
  const paths = knownPaths(served)
  const exact = exactPaths(served, paths)
  return ({ is404, method, url, routeOptions }: FastifyRequest): KnownPath | undefined => {
    const candidates = is404 ? paths : exact.get(routeOptions.url ?? '')
    if (!candidates || candidates.length === 0) return undefined
    const requested = segmentsOf(url.split('?')[0] ?? '')
    const found = candidates.find(({ segments }) => matches(segments, requested))
    return found?.methods.includes(method) ? undefined : found
  }
}

/**
 * Rejects methods that a path doesn't have, and names those that it has in `Allow`.
 *
 * @param served all routes; complete when the first request arrives
 */
export function rejectWrongMethods(app: FastifyInstance, served: readonly KnownRoute[]): void {
  let find: ReturnType<typeof wrongMethodFinder> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request
    const isPage = method === 'GET' && !isCallPath(url)
    if (isPage || method === 'HEAD' || method === 'OPTIONS') return done()
    const known = (find ??= wrongMethodFinder(served))(request)
    if (!known) return done()
    reply.header('allow', known.methods.toSorted().join(', '))
    done(new Problem('method_not_allowed'))
  })
}
