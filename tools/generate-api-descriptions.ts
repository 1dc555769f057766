import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@ozvi/contract'
import { formatted } from './formatted.ts'

/*
 * Writes the comments of the contract's routes and fields to a file for the OpenAPI document. Run it after changing
 * them: npm run generate
 */

const contractFolder = path.join(import.meta.dirname, '../contract/src')
export const descriptionsFile = path.join(contractFolder, 'descriptions.json')

const constants: Record<string, unknown> = { ...contract }

/** A number in the unit of its name. */
function quantity(name: string, value: number): string {
  if (name.endsWith('BytesMax')) return `${value / 1024 ** 2} MiB`
  if (!name.endsWith('_ms')) return value.toLocaleString('en')
  return value % 60_000 === 0 ? `${value / 60_000} minutes` : `${value / 1000} seconds`
}
/** Replaces names of numeric constants by their values. */
const withValues = (text: string) =>
  text.replaceAll(/`(\w+)`/g, (name, key: string) => {
    const value = constants[key]
    return typeof value === 'number' ? quantity(key, value) : name
  })

interface Route {
  description: string
  /** Reasons for problems: `invalid_input` on `name`: taken. */
  causes: string[]
}
interface Descriptions {
  /** By the route's exported name. */
  routes: Record<string, Route>
  /** By the schema's exported name and the path of the field: `Contact.owner_id`. */
  fields: Record<string, string>
}

const comments = /^\s*\/\*\*|^\s*\*\/|^\s*\* ?/
/** The comments of a file with the line that follows each, and every line that declares a field. */
function* lines(source: string): Generator<{ line: string; comment: string[] }> {
  let comment: string[] = []
  let isComment = false
  for (const line of source.split('\n')) {
    if (!isComment && line.trimStart().startsWith('/**')) {
      comment = []
      isComment = true
    }
    if (isComment) {
      const end = line.includes('*/')
      const text = line.replace(comments, '').replace('*/', '').trim()
      if (text) comment.push(text)
      if (end) isComment = false
      continue
    }
    yield { line, comment }
    comment = []
  }
}

const cause = '@throws Problem '
function routesOf(source: string): [string, Route][] {
  return [...lines(source)].flatMap(({ line, comment }) => {
    const [, name] = /^export const (\w+) = defineRoute/.exec(line) ?? []
    if (!name || comment.length === 0) return []
    const [description = '', ...tags] = comment.join(' ').split(/(?:^|\s)(?=@(?:returns|throws) )/)
    const causes = tags.flatMap((tag) => (tag.startsWith(cause) ? [tag.slice(cause.length)] : []))
    return [
      [
        name,
        {
          description: withValues(description.trim()),
          causes: causes.map((text) => withValues(text.trim())),
        },
      ],
    ]
  })
}

/**
 * Fields by their indentation, which the formatter guarantees. A schema that isn't exported describes the fields of
 * the exported ones made from it; one of a union, such as `  Question,`, describes no other part.
 */
function fieldsOf(source: string): [string, string][] {
  const parents: { name: string; indent: number }[] = []
  const unexported = new Map<string, [string, string][]>()
  const descriptions: [string, string][] = []
  const add = (field: string, text: string) => {
    const [schema = '', ...path] = field.split('.')
    const own = unexported.get(schema)
    if (own) own.push([path.join('.'), text])
    else descriptions.push([field, text])
  }
  for (const { line, comment } of lines(source)) {
    const [, indentation = '', keyword, schema, field] =
      /^(\s*)(?:(const|export const) (\w+) =|(\w+):)?/.exec(line) ?? []
    while (parents.length > 0 && (parents.at(-1)?.indent ?? 0) >= indentation.length) parents.pop()
    const name = schema ?? field
    if (name) parents.push({ name, indent: indentation.length })
    const path = parents.map(({ name }) => name).join('.')
    if (keyword === 'const' && schema) unexported.set(schema, [])
    const isOptionOfUnion = /^\s+\w+,$/.test(line)
    const isWholeRoute = /= schemas\(\{.*\}\)$/.test(line)
    if (path && !isOptionOfUnion && !isWholeRoute)
      for (const word of new Set(line.match(/(?<!\w|\w\.)\w+(?![\w:])/g)))
        if (word !== name) for (const [key, text] of unexported.get(word) ?? []) add(`${path}.${key}`, text)
    if (field && comment.length > 0) add(path, withValues(comment.join(' ')))
  }
  return descriptions
}

export async function descriptionsText(): Promise<string> {
  const descriptions: Descriptions = { routes: {}, fields: {} }
  for (const file of globSync('**/*.ts', { cwd: contractFolder }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(path.join(contractFolder, file), 'utf8')
    if (file.endsWith('.schema.ts')) Object.assign(descriptions.fields, Object.fromEntries(fieldsOf(source)))
    else Object.assign(descriptions.routes, Object.fromEntries(routesOf(source)))
  }
  return formatted(descriptionsFile, JSON.stringify(descriptions, null, 2))
}

if (import.meta.main) writeFileSync(descriptionsFile, await descriptionsText())
