import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plant, root } from './plant.ts'

const configs = ['contract', 'server', 'app'].map((name) => `${name}/tsconfig.json`)
const kept = ['.oxlintrc.json', 'tsconfig.base.json', 'package.json', 'server/package.json', ...configs]

/** Rule → a file that breaks it. */
const faults: Record<string, [file: string, content: string]> = {
  'unicorn/filename-case': ['server/src/sendMail.ts', 'export const sendMail = 1'],
  'import/no-default-export': ['server/src/default.ts', 'export default 1'],
  'import/no-cycle': ['server/src/hen.ts', "import { egg } from './egg.ts'\nexport const hen = () => egg"],
  'eslint/no-console': ['server/src/talks.ts', "console.log('here')"],
  'eslint/eqeqeq': ['server/src/loose.ts', 'export const isOne = (x: unknown) => x == 1'],
  'eslint/max-lines-per-function': [
    'server/src/long.ts',
    `export function long(x: number) {\n${'  x += 1\n'.repeat(79)}  return x\n}`,
  ],
  'eslint/no-unused-vars': ['server/src/unused.ts', 'export const f = (x: number, y: number) => x'],
  'typescript/no-explicit-any': ['server/src/any.ts', 'export const f = (x: any): unknown => x'],
  'typescript/no-floating-promises': [
    'server/src/floats.ts',
    'const save = async () => 1\nexport const f = () => {\n  save()\n}',
  ],
  'typescript/no-misused-promises': [
    'server/src/misused.ts',
    'const isSaved = async () => true\nexport const f = () => {\n  if (isSaved()) return 1\n  return 2\n}',
  ],
  'typescript/await-thenable': ['server/src/waits.ts', 'export const f = async () => await 1'],
  'typescript/switch-exhaustiveness-check': [
    'server/src/forgets.ts',
    "export function f(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
  ],
  'typescript/only-throw-error': ['server/src/throws.ts', "export const f = () => {\n  throw 'no'\n}"],
  'typescript/consistent-type-imports': [
    'server/src/imports.ts',
    "import { Egg } from './egg.ts'\nexport const f = (egg: Egg) => egg",
  ],
  'typescript/no-non-null-assertion': ['server/src/sure.ts', 'export const f = (x?: string) => x!.length'],
  'react/exhaustive-deps': [
    'app/src/forgets.tsx',
    "import { useEffect } from 'react'\nexport const useTitle = (title: string) => useEffect(() => void (document.title = title), [])",
  ],
  'react/jsx-key': ['app/src/list.tsx', 'export const List = () => [1, 2].map((n) => <li>{n}</li>)'],
  'react/no-danger': [
    'app/src/danger.tsx',
    'export const Html = (p: { html: string }) => <p dangerouslySetInnerHTML={{ __html: p.html }} />',
  ],
  'react/rules-of-hooks': [
    'app/src/sometimes.tsx',
    "import { useState } from 'react'\nexport const useIt = (is: boolean) => (is ? useState(1) : undefined)",
  ],
  'jsx-a11y/control-has-associated-label': [
    'app/src/mute.tsx',
    'export const Mute = () => <button type="button" />',
  ],
  'vitest/valid-expect': [
    'server/src/hollow.test.ts',
    "import { expect, test } from 'vitest'\ntest('nothing is looked at', () => {\n  expect(1)\n})",
  ],
  // From a category, to check that it is enabled.
  'jsx-a11y/alt-text': ['app/src/picture.tsx', 'export const Picture = () => <img src="/a.png" />'],
  'oxc/const-comparisons': ['server/src/never.ts', 'export const f = (x: number) => x > 5 && x < 3'],
}

interface Report {
  diagnostics: { code: string; filename: string }[]
}
const lint = (planted: Record<string, string>) =>
  plant({ kept, planted, hasPackages: true }, ({ run }) => {
    const { stdout } = run('oxlint', '--type-aware', '-f', 'json', 'server', 'app')
    return (JSON.parse(stdout) as Report).diagnostics // the tool's own report
  })

test('each lint rule has a failing example', () => {
  const matches = lint({
    'server/src/egg.ts':
      "import { hen } from './hen.ts'\nexport interface Egg { of: typeof hen }\nexport const egg = () => hen",
    ...Object.fromEntries(Object.values(faults)),
  })
  for (const [rule, [file]] of Object.entries(faults)) {
    const name = rule.slice(rule.indexOf('/') + 1)
    const codes = matches.filter(({ filename }) => filename === file).map(({ code }) => code)
    expect(codes, rule).toContainEqual(expect.stringContaining(`(${name})`))
  }
})

test('each rule that is enabled by name has a failing example', () => {
  const written = readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const { rules } = JSON.parse(written) as { rules: Record<string, unknown> } // our own settings
  const on = Object.keys(rules).filter((rule) => rules[rule] !== 'off')
  expect(on.filter((rule) => !(rule in faults))).toEqual([])
})

test('configuration and route files can use default exports', () => {
  const matches = lint({
    'app/vite.config.ts': 'export default {}',
    'app/src/site/home/home-page.tsx': 'export default () => <p>Welcome</p>',
  })
  expect(matches).toEqual([])
})
