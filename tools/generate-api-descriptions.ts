import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@ozvi/contract'
import { formatted } from './formatted.ts'

/*
 * Writes the comments of the contract's routes and fields to a file, from which the OpenAPI document describes its
 * operations. Run it after changing them: npm run generate
 */

const contractFolder = path.join(import.meta.dirname, '../contract/src')
export const descriptionsFile = path.join(contractFolder, 'descriptions.json')

const constants: Record<string, unknown> = { ...contract }

/** Replaces names of numeric constants by their values. */
const withValues = (text: string) =>
  text.replaceAll(/`(\w+)`/g, (name, key: string) =>
    typeof constants[key] === 'number' ? constants[key].toLocaleString('en') : name,
  )

interface Route {
  description: string
  /** Reasons for problems: `invalid_input` on `name`: taken. */
  causes: string[]
}
interface Descriptions {
  /** By the exported name of the route. */
  routes: Record<string, Route>
  /** By the exported name of the schema and the path of the field: `Contact.owner_id`. */
  fields: Record<string, string>
}

const comments = /^\s*\/\*\*|^\s*\*\/|^\s*\* ?/
/** The comments of a file with the line that follows each, and every line that names a field. */
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

function routesOf(source: string): [string, Route][] {
  return [...lines(source)].flatMap(({ line, comment }) => {
    const [, name] = /^export const (\w+) = defineRoute/.exec(line) ?? []
    if (!name || comment.length === 0) return []
    const [text = ''] = comment.join(' ').split('@returns')
    const [description = '', ...causes] = text.split('@throws Problem').map((part) => withValues(part.trim()))
    return [[name, { description, causes }]]
  })
}

/** Fields by their indentation, which the formatter guarantees. */
function fieldsOf(source: string): [string, string][] {
  const parents: { name: string; indent: number }[] = []
  return [...lines(source)].flatMap(({ line, comment }) => {
    const [, indentation = '', exported, field] = /^(\s*)(?:export const (\w+) =|(\w+):)/.exec(line) ?? []
    const name = exported ?? field
    if (!name) return []
    while (parents.length > 0 && (parents.at(-1)?.indent ?? 0) >= indentation.length) parents.pop()
    parents.push({ name, indent: indentation.length })
    const key = parents.map(({ name }) => name).join('.')
    return exported || comment.length === 0 ? [] : [[key, withValues(comment.join(' '))]]
  })
}

export async function descriptionsText(): Promise<string> {
  const found: Descriptions = { routes: {}, fields: {} }
  for (const file of globSync('**/*.ts', { cwd: contractFolder }).sort()) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(path.join(contractFolder, file), 'utf8')
    if (file.endsWith('.schema.ts')) Object.assign(found.fields, Object.fromEntries(fieldsOf(source)))
    else Object.assign(found.routes, Object.fromEntries(routesOf(source)))
  }
  return formatted(descriptionsFile, JSON.stringify(found, null, 2))
}

if (import.meta.main) writeFileSync(descriptionsFile, await descriptionsText())
