import type { Flow, Step } from './flow.ts'
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
const findLinkProblems = (
  { cards }: Extract<Step, { kind: 'cards' }>,
  blocked_urls: ReadonlySet<string>,
): RequestProblem[] =>
  cards.flatMap(({ buttons }, position) =>
    buttons.flatMap(({ action, url }, index): RequestProblem[] =>
      action === 'next' || url === '' || (isLink(url) && !blocked_urls.has(url))
        ? []
        : [{ code: 'link_invalid', path: `cards.${position}.buttons.${index}.url` }],
    ),
  )

/** The URLs of requests and links. */
export const urlsOf = ({ steps }: Pick<Flow, 'steps'>): string[] =>
  steps.flatMap((step) => {
    if (step.kind === 'http_request') return [step.url]
    if (step.kind !== 'cards') return []
    return step.cards.flatMap(({ buttons }) =>
      buttons.flatMap(({ action, url }) => (action === 'link' ? [url] : [])),
    )
  })

function findUrlProblem(url: string, blocked_urls: ReadonlySet<string>): RequestProblem[] {
  if (url === '') return []
  if (originOf(url) === undefined) return [{ code: 'url_invalid', path: 'url' }]
  return blocked_urls.has(url) ? [{ code: 'url_blocked', path: 'url' }] : []
}

/**
 * URLs that aren't absolute or are blocked, secrets that aren't sent where they belong, and keys that everyone could
 * read.
 *
 * @param known the secrets, with the origin that each is sent to, and the URLs that the server sends nothing to
 */
export function findRequestProblems(
  step: Step,
  { secrets, blocked_urls }: { secrets: ReadonlyMap<string, string>; blocked_urls: ReadonlySet<string> },
): RequestProblem[] {
  const isHeader = (path: string) => step.kind === 'http_request' && path.startsWith('headers.')
  const misplaced = writtenTexts(step).filter(
    ({ path, text }) => !isHeader(path) && secretsOf(text).length > 0,
  )
  const problems = misplaced.map(({ path }): RequestProblem => ({ code: 'secret_misplaced', path }))
  if (step.kind === 'cards') return [...problems, ...findLinkProblems(step, blocked_urls)]
  if (step.kind !== 'http_request') return problems
  return [...findUrlProblem(step.url, blocked_urls), ...problems, ...findHeaderProblems(step, secrets)]
}
