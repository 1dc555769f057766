import type { Step } from './flow.ts'
import { isLink } from './links.ts'
import { originOf, secretsOf, showsSecret } from './request-origin.ts'
import { writtenTexts } from './steps/step-types.ts'

export const requestProblemCodes = [
  'url_invalid',
  /** The server sends nothing to this address. */
  'url_blocked',
  /** The link isn't absolute or not https. */
  'link_invalid',
  'secret_unknown',
  /** The secret belongs to another server. */
  'secret_other_origin',
  /** Secrets are for headers only. */
  'secret_misplaced',
  /** A header contains a key that everyone can read. */
  'secret_readable',
] as const
interface RequestProblem {
  code: (typeof requestProblemCodes)[number]
  path: string
}

function findHeaderProblems(
  { url, headers }: Extract<Step, { kind: 'http_request' }>,
  secrets: ReadonlyMap<string, string>,
): RequestProblem[] {
  const origin = originOf(url)
  const problemOf = (name: string): RequestProblem['code'] | undefined => {
    const own = secrets.get(name)
    if (own === undefined) return 'secret_unknown'
    return origin === undefined || own === origin ? undefined : 'secret_other_origin'
  }
  return headers.flatMap((header, index) => {
    const codes = new Set(secretsOf(header.value).map(problemOf))
    if (showsSecret(header)) codes.add('secret_readable')
    return [...codes].flatMap((code) => (code ? [{ code, path: `headers.${index}.value` }] : []))
  })
}

/** Links that customers can't open safely. */
const findLinkProblems = ({ cards }: Extract<Step, { kind: 'cards' }>): RequestProblem[] =>
  cards.flatMap(({ buttons }, position) =>
    buttons.flatMap(({ action, url }, index): RequestProblem[] =>
      action === 'next' || url === '' || isLink(url)
        ? []
        : [{ code: 'link_invalid', path: `cards.${position}.buttons.${index}.url` }],
    ),
  )

/**
 * URLs that aren't absolute, secrets that aren't sent where they belong, and keys that everyone could read.
 *
 * @param secrets with the origin that each is sent to
 */
export function findRequestProblems(step: Step, secrets: ReadonlyMap<string, string>): RequestProblem[] {
  const isHeader = (path: string) => step.kind === 'http_request' && path.startsWith('headers.')
  const misplaced = writtenTexts(step).filter(
    ({ path, text }) => !isHeader(path) && secretsOf(text).length > 0,
  )
  const found = misplaced.map(({ path }): RequestProblem => ({ code: 'secret_misplaced', path }))
  if (step.kind === 'cards') return [...found, ...findLinkProblems(step)]
  if (step.kind !== 'http_request') return found
  if (step.url !== '' && originOf(step.url) === undefined) found.unshift({ code: 'url_invalid', path: 'url' })
  return [...found, ...findHeaderProblems(step, secrets)]
}
