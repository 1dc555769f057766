import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { namesOf } from './names.ts'
import { filesOf } from './templates.ts'

/*
 * `npm run new note-templates` writes the skeleton of a feature: contract, migration, server, settings page,
 * messages and tests. It registers it with one line in each list. See "Add a feature" in ARCHITECTURE.md.
 */

/** Adds a line before the first match of `before` that follows `after`. */
function insert(text: string, line: string, after: string, before: string): string {
  const at = text.indexOf(before, text.indexOf(after) + 1)
  if (!text.includes(after) || at < 0) throw new Error(`No place for: ${line}`)
  return text.slice(0, at) + line + text.slice(at)
}

/** The number after the last migration. */
function nextMigration(root: string): string {
  const numbers = readdirSync(path.join(root, 'server/migrations')).map(
    (file) => Number.parseInt(file, 10) || 0,
  )
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/** @returns the paths of new and changed files */
export function createFeature(root: string, feature: string): string[] {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(feature))
    throw new Error('The name is a plural in lower case, such as note-templates.')
  if (existsSync(path.join(root, 'contract/src', feature))) throw new Error(`${feature} already exists.`)
  const names = namesOf(feature)
  const files = filesOf(names, nextMigration(root))
  const register = (file: string, change: (text: string) => string) => {
    files[file] = change(readFileSync(path.join(root, file), 'utf8'))
  }
  register('contract/src/index.ts', (text) => `${text}export * from './${feature}/${feature}.ts'\n`)
  register('contract/src/schemas.ts', (text) => `${text}export * from './${feature}/${feature}.schema.ts'\n`)
  const importLine = (file: string) => `import { ${names.camels} } from '${file}'\n`
  register('server/src/features/all.ts', (text) =>
    insert(
      insert(text, `    ${names.camels},\n`, 'return [', '  ]\n}'),
      importLine(`./${feature}/index.ts`),
      "from './webhooks/index.ts'",
      '\nexport interface FeatureOptions',
    ),
  )
  register('app/src/features.ts', (text) =>
    insert(
      insert(text, `  ${names.camels},\n`, 'export const features = [', '] as const'),
      importLine(`./dashboard/${feature}/feature.ts`),
      'import ',
      '\n/** Every feature',
    ),
  )
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  return Object.keys(files)
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..', '..')
  const files = createFeature(root, process.argv[2] ?? '')
  execFileSync(path.join(root, 'node_modules/.bin/oxfmt'), files, { cwd: root, stdio: 'inherit' })
  process.stdout.write(`${files.join('\n')}

Then:
  npm run generate
  add valid bodies of its writes to server/test/route-bodies.ts
  add its screen to e2e/screens.ts, a journey to e2e/, and \`nav\` to its feature.ts
  translate the title in app/locales/sk
`)
}
