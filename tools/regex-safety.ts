import { parseSync } from '@swc/core'
import { check } from 'recheck'

/*
 * A regular expression that backtracks can take quadratic or exponential time, so that one message stops the server
 * or a reader's tab. Every pattern in the sources must be proven to take linear time. The proof uses an automaton,
 * which supports neither look-around nor back references: patterns that need them are written as plain code.
 */

export interface Pattern {
  source: string
  flags: string
  /** `server/src/main.ts:12` */
  place: string
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a constant text: a string, a template without expressions, or a concatenation. */
function constantText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node['type'] === 'StringLiteral') return String(node['value'])
  if (node['type'] === 'ParenthesisExpression') return constantText(node['expression'])
  if (node['type'] === 'TemplateLiteral') {
    const [only, ...more] = Array.isArray(node['quasis']) ? node['quasis'] : []
    return isNode(only) && more.length === 0 ? String(only['cooked']) : undefined
  }
  if (node['type'] !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [constantText(node['left']), constantText(node['right'])]
  return left === undefined || right === undefined ? undefined : left + right
}

/** The text that a call compiles: `RegExp('a')`, `new RegExp('a', 'g')`, `text.match('a')`. */
function compiledIn(node: Node): { text: unknown; flags: unknown } | undefined {
  const isCall = node['type'] === 'CallExpression' || node['type'] === 'NewExpression'
  if (!isCall || !isNode(node['callee']) || !Array.isArray(node['arguments'])) return undefined
  const [text, flags] = node['arguments'].map((argument) =>
    isNode(argument) ? argument['expression'] : null,
  )
  const { callee } = node
  if (callee['type'] === 'Identifier' && callee['value'] === 'RegExp') return { text, flags }
  const method =
    callee['type'] === 'MemberExpression' && isNode(callee['property']) && callee['property']['value']
  const compiles = ['match', 'matchAll', 'search'].includes(String(method))
  return compiles && constantText(text) !== undefined ? { text, flags: undefined } : undefined
}

/**
 * Every regular expression of a file: literals, and calls that compile constant text.
 *
 * @returns `unknown`: the places that compile text that isn't constant
 */
export function patternsIn(code: string, file: string): { patterns: Pattern[]; unknown: string[] } {
  const patterns: Pattern[] = []
  const unknown: string[] = []
  // Positions count bytes from the first statement, which is this semicolon.
  const bytes = Buffer.from(`;${code}`)
  const { body, span: whole } = parseSync(String(bytes), { syntax: 'typescript', tsx: file.endsWith('x') })
  const placeOf = ({ span }: Node) => {
    const before = isNode(span) ? bytes.subarray(0, Number(span['start']) - whole.start) : bytes
    return `${file}:${before.toString().split('\n').length}`
  }
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (node['type'] === 'RegExpLiteral')
      patterns.push({ source: String(node['pattern']), flags: String(node['flags']), place: placeOf(node) })
    const compiled = compiledIn(node)
    if (compiled) {
      const source = constantText(compiled.text)
      const flags = compiled.flags === undefined ? '' : constantText(compiled.flags)
      if (source === undefined || flags === undefined) unknown.push(placeOf(node))
      else patterns.push({ source, flags, place: placeOf(node) })
    }
    Object.values(node).forEach(walk)
  }
  walk(body)
  return { patterns, unknown }
}

/** Bounded repeats up to this count are analyzed as written; above it, the bound is too high to help. */
const bounded_max = 50

/** The pattern without large bounds: `.{0,1000}` takes a thousand steps at every position. */
export function withoutLargeBounds(source: string): string {
  let isClass = false
  return source.replace(/\\.|\[|\]|\{(\d+),(\d+)\}/gs, (token: string, from?: string, to?: string) => {
    if (token === '[') isClass = true
    if (token === ']') isClass = false
    return to && !isClass && Number(to) > bounded_max ? `{${from},}` : token
  })
}

/** The analysis takes longer for larger automata; a pattern it can't finish isn't proven. */
const limits = {
  checker: 'automaton',
  maxPatternSize: 5_000,
  maxRepeatCount: 100,
  maxSimpleRepeatCount: 100,
  timeout: 120_000,
} as const

/** Why a pattern isn't proven to take linear time; undefined if it is. */
async function weaknessOf({ source, flags }: Pattern): Promise<string | undefined> {
  const result = await check(withoutLargeBounds(source), flags, limits)
  if (result.status === 'safe') return undefined
  if (result.status === 'vulnerable')
    return `takes ${result.complexity.summary} time, for instance on ${result.attack.pattern}`
  const { kind } = result.error
  return kind === 'unsupported' ? 'look-around and back references cannot be proven' : `not proven (${kind})`
}

/**
 * The places whose regular expression isn't proven to take linear time, one sentence each.
 *
 * @param sources code by file
 * @param allowed reasons by pattern, as written in the code: `/a+$/`
 */
export async function regexProblems(
  sources: ReadonlyMap<string, string>,
  allowed: Readonly<Record<string, string>>,
): Promise<string[]> {
  const patternsByFile = [...sources].map(([file, code]) => patternsIn(code, file))
  const byText = Map.groupBy(
    patternsByFile.flatMap(({ patterns }) => patterns),
    ({ source, flags }) => `/${source}/${flags}`,
  )
  const problems = patternsByFile.flatMap(({ unknown }) =>
    unknown.map((place) => `${place}: compiles a regular expression from text that is not constant`),
  )
  for (const [text, [first, ...more]] of byText) {
    const weakness = first && !Object.hasOwn(allowed, text) && (await weaknessOf(first))
    if (weakness)
      problems.push(`${[first, ...more].map(({ place }) => place).join(', ')}: ${text} ${weakness}`)
  }
  const unused = Object.keys(allowed).filter((text) => !byText.has(text))
  return [...problems, ...unused.map((text) => `${text} is allowed, but no source has it`)]
}
