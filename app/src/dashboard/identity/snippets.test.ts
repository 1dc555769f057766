import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type SnippetName, snippets } from './snippets.ts'

const user = { id: 17, email: 'jana@example.com', name: 'Jana Nováková „J“' }
const secret = 'the-secret'
/** How each snippet is run where its language is installed: the program, and code that creates a token. */
const runs: Record<SnippetName, { program: string; args: (code: string) => string[]; call: string }> = {
  node: {
    program: process.execPath,
    args: (code) => ['--input-type=module', '--eval', code],
    call: `\nconsole.log(identityToken(JSON.parse(process.env.USER_JSON)))`,
  },
  php: {
    program: 'php',
    args: (code) => ['-r', code.replace('<?php', '')],
    call: `\necho identity_token(json_decode(getenv('USER_JSON'), true));`,
  },
  python: {
    program: 'python3',
    args: (code) => ['-c', code],
    call: `\nprint(identity_token(json.loads(os.environ['USER_JSON'])))`,
  },
  ruby: {
    program: 'ruby',
    args: (code) => ['-e', code],
    call: `\nputs identity_token(JSON.parse(ENV.fetch('USER_JSON'), symbolize_names: true))`,
  },
}
const isHere = (program: string) => spawnSync(program, ['--version']).status === 0

test.each(Object.entries(runs).filter(([, { program }]) => isHere(program)))(
  'the signing code in %s creates a token that the secret verifies',
  (name, { program, args, call }) => {
    // The names of the table are those of the snippets.
    const code = snippets[name as SnippetName]('pk_green') + call
    const env = { ...process.env, OZVI_IDENTITY_SECRET: secret, USER_JSON: JSON.stringify(user) }
    const token = execFileSync(program, args(code), { env, encoding: 'utf8' }).trim()
    const [head = '', body = '', signature] = token.split('.')
    expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'))
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
    const { exp, ...claims } = read(body)
    expect(claims).toEqual({ aud: 'pk_green', sub: '17', email: user.email, name: user.name })
    expect(Math.abs(exp - Date.now() / 1000 - 600)).toBeLessThan(60)
  },
)
