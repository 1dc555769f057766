import { parseSync } from '@swc/core'

/*
 * docs/specification.md numbers the requirements, and test titles contain the numbers that they prove. This
 * finds requirements without a test, and numbers in titles without a requirement.
 */

/** Every spelling of a number, right or wrong: `S4.08`, `SEC-10`, `REL-01`. */
const number = /\b(?:S\d+\.\d+|(?:SEC|REL)-\d+)\b/g
/** Refers to rows without proving each of them. */
const range = /\b(?:S\d+\.\d+|(?:SEC|REL)-\d+)\s*[-–—…]+\s*(?:S\d+\.\d+|(?:SEC|REL)-\d+)/

/** The numbers of the specification's rows, and of those not built yet, in order and with duplicates. */
export interface Specification {
  ids: string[]
  waiting: string[]
}

/** A row of a table that starts with its number, or an item of the last list if it isn't built yet. */
export function readSpecification(markdown: string): Specification {
  const [lines = '', list = ''] = markdown.split(/^# Not built yet$/m)
  const first = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, id = '']) => id)
  return {
    ids: first(lines, /^\| ((?:S\d|SEC-|REL-)[\d.]+) \|/gm),
    waiting: first(list, /^- ((?:S\d|SEC-|REL-)[\d.]+)\b/gm),
  }
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** `test` of `test.concurrent.each([…])(…)`, and the modifiers in between: `concurrent`, `each`. */
function calledAs(callee: unknown): { name: unknown; words: unknown[] } {
  if (!isNode(callee)) return { name: '', words: [] }
  const { type, object, property, tag } = callee
  if (type === 'Identifier') return { name: callee['value'], words: [] }
  if (type === 'MemberExpression') {
    const { name, words } = calledAs(object)
    return { name, words: [...words, isNode(property) ? property['value'] : ''] }
  }
  return calledAs(callee['callee'] ?? tag)
}
/** The constant parts of a title: text, parts of a template, parts of a concatenation. */
function written(title: unknown): string {
  if (Array.isArray(title)) return title.map(written).join('')
  if (!isNode(title) || title['type'] === 'ArrayExpression') return ''
  if (title['type'] === 'StringLiteral') return String(title['value'])
  if (title['type'] === 'TemplateElement') return String(title['cooked'])
  return [title['quasis'], title['left'], title['right']].map(written).join('')
}

/** Skipped, or expected to fail. */
const skippedModifiers = ['skip', 'todo', 'fails']

/** The titles of tests, including parameterized ones. Comments, groups and other strings prove nothing. */
export function titlesOf(source: string, file: string): string[] {
  const titles: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return
    if (node['type'] === 'CallExpression' && Array.isArray(node['arguments'])) {
      const { name, words } = calledAs(node['callee'])
      const [title, body] = node['arguments'] as unknown[]
      const isProof =
        ['test', 'it'].includes(String(name)) &&
        !skippedModifiers.some((word) => words.includes(word)) &&
        isNode(body)
      if (isProof && isNode(title)) titles.push(written(title['expression']))
    }
    Object.values(node).forEach(walk)
  }
  walk(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }).body)
  return titles.filter((title) => title !== '')
}

/** Inconsistencies between the specification and all test titles, one sentence each. */
export function specificationProblems({ ids, waiting }: Specification, titles: string[]): string[] {
  const testedIds = new Set(titles.flatMap((title) => title.match(number) ?? []))
  const isTwice = (id: string, at: number, list: string[]) => list.indexOf(id) !== at
  return [
    ...ids.filter(isTwice).map((id) => `${id} is there twice`),
    ...waiting.filter(isTwice).map((id) => `${id} is listed twice as not built`),
    ...waiting
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is listed as not built, but no line has this number`),
    ...waiting
      .filter((id) => testedIds.has(id))
      .map((id) => `${id} is listed as not built, but a test names it: take it off`),
    ...ids
      .filter((id) => !testedIds.has(id) && !waiting.includes(id))
      .map((id) => `${id} is named by no test's title`),
    ...[...testedIds]
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} is named by a test, but is no line`),
    ...titles
      .filter((title) => range.test(title))
      .map((title) => `a range proves none of its lines: name each of them in "${title}"`),
  ]
}
