import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { regexProblems } from './regex-safety.ts'

/** Patterns that are accepted without a proof, each with the reason why no input makes it slow. */
const allowed: Record<string, string> = {
  [String.raw`/^([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])/`]:
    'anchored; spaces and quotes, then apostrophes, then one character: each is read at most twice',
  [String.raw`/([;|\t])([ "]*'*)(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)(?=[=+\-@＝＋－＠])/g`]:
    'begins at a separator, which its repeats exclude: each character is read at most twice',
  [String.raw`/^([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])/`]:
    'anchored; spaces and quotes, then apostrophes, then one character: each is read at most twice',
  [String.raw`/([;|\t])([ "]*'*)'(?=[=+\-@\t\r\n＝＋－＠])|([\r\n])([ "]*'*)'(?=[=+\-@＝＋－＠])/g`]:
    'begins at a separator, which its repeats exclude: each character is read at most twice',
}

/** Code that runs for users: tests and builds read only our own files. */
const isShipped = (file: string) =>
  /^(?:app|contract|server|widget|wire)\/.*\.(?:ts|tsx|mjs|js)$/.test(file) &&
  !/\.test\.tsx?$|\/test\/|\.d\.ts$|\.config\.ts$|^app\/vite\//.test(file)

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const files = listed
  .trim()
  .split('\n')
  .filter((file) => isShipped(file) && existsSync(file))
const problems = await regexProblems(
  new Map(files.map((file) => [file, readFileSync(file, 'utf8')])),
  allowed,
)
process.stdout.write(`${files.length} files\n${problems.join('\n')}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
