import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/*
 * Names and phrases that were replaced by standard terms must not return. `vocabulary.json` lists former names with
 * their replacements, and phrases that comments must not contain.
 */

interface Vocabulary {
  names: Record<string, string>
  phrases: Record<string, string>
}

const comment = /(?<![:'"`\w])\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\//g

/** @returns a line for each removed name or phrase in a file, with its replacement */
export function vocabularyProblems(file: string, text: string, { names, phrases }: Vocabulary): string[] {
  const problems = (part: string, offset: number, words: RegExp, terms: Record<string, string>) =>
    [...part.matchAll(words)].flatMap(({ 0: word, index }) => {
      const better = Object.hasOwn(terms, word.toLowerCase()) ? terms[word.toLowerCase()] : terms[word]
      if (better === undefined) return []
      const line = text.slice(0, offset + index).split('\n').length
      return [`${file}:${line}: "${word}": use ${better}`]
    })
  return [
    ...problems(text, 0, /[\w$]+/g, Object.assign(Object.create(null), names)),
    ...[...text.matchAll(comment)].flatMap(({ 0: part, index }) =>
      problems(part, index, /[a-z]+/gi, Object.assign(Object.create(null), phrases)),
    ),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const vocabulary = JSON.parse(
    readFileSync(path.join(import.meta.dirname, 'vocabulary.json'), 'utf8'),
  ) as Vocabulary // written by us, in this form
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed
    .trim()
    .split('\n')
    .filter((file) => existsSync(file))
  const problems = files.flatMap((file) => vocabularyProblems(file, readFileSync(file, 'utf8'), vocabulary))
  process.stdout.write(`${files.length} files\n${problems.join('\n')}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
