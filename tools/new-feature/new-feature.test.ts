import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFeature } from './new-feature.ts'
import { namesOf } from './names.ts'

const root = path.join(import.meta.dirname, '..', '..')
const copies = mkdtempSync(path.join(tmpdir(), 'ozvi-new-feature-'))
// Thousands of files; ten seconds are too few on a busy machine.
afterAll(() => rmSync(copies, { recursive: true, force: true }), 120_000)

/** Folders of `node_modules` that the copy doesn't share: its workspaces and database templates. */
const ownFolders = new Set(['@ozvi', '.cache'])
const cache = path.join(root, 'node_modules/.cache/ozvi')
const cachedTemplates = () => (existsSync(cache) ? readdirSync(cache) : [])

/**
 * Copies the sources, with the installed packages and the copy's own workspaces.
 *
 * @returns the copy's folder, a new one for each try
 */
function copyProject(): string {
  const copy = mkdtempSync(path.join(copies, 'project-'))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of files.trim().split('\n'))
    if (!file.startsWith('docs/')) cpSync(path.join(root, file), path.join(copy, file))
  const packages = path.join(copy, 'node_modules')
  mkdirSync(path.join(packages, '@ozvi'), { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (!ownFolders.has(name)) symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  for (const name of readdirSync(path.join(root, 'node_modules/@ozvi'))) {
    symlinkSync(path.join(copy, name), path.join(packages, '@ozvi', name))
    const own = path.join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(copy, name, 'node_modules'))
  }
  return copy
}

function run(copy: string, [command = '', ...args]: string[]) {
  const file = command === 'node' ? process.execPath : path.join(root, 'node_modules/.bin', command)
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}\n${stdout}${stderr}`)
}

test('a plural name yields every spelling', () => {
  expect(namesOf('reply-policies')).toMatchObject({
    singular: 'reply-policy',
    camels: 'replyPolicies',
    Pascal: 'ReplyPolicy',
    snake: 'reply_policy',
    title: 'Reply policies',
  })
})

test('a new feature has valid types, passes lint and its tests, and is registered in four lists', () => {
  const copy = copyProject()
  const files = createFeature(copy, 'note-templates')
  expect(() => createFeature(copy, 'note-templates')).toThrow('already exists')
  const lists = files.filter((file) => !/note-templates/.test(file))
  expect(lists.sort()).toEqual([
    'app/src/features.ts',
    'contract/src/index.ts',
    'contract/src/schemas.ts',
    'server/src/features/all.ts',
  ])
  const commands = [
    ['oxfmt', ...files],
    ['node', 'tools/generate-message-keys.ts'],
    ['node', 'server/src/platform/database/generate-types.ts'],
    // Checks the types of these files only, which takes a tenth of the time of all.
    ['oxlint', '--type-aware', '--type-check', ...files.filter((file) => /\.tsx?$/.test(file))],
    [
      'vitest',
      'run',
      'server/src/features/note-templates',
      'app/test/messages.test.ts',
      'app/src/pages.test.ts',
    ],
  ]
  const templates = cachedTemplates()
  for (const command of commands) run(copy, command)
  // The copy has another migration, so a shared cache would lose the template of the other tests.
  expect(cachedTemplates()).toEqual(templates)
}, 600_000)
