import { createTurns } from '#platform/turns.ts'

/** The rules of a robots.txt for one robot (RFC 9309). */
export interface RobotsRules {
  isAllowed(url: URL): Promise<boolean>
  /** Seconds between requests that the site asks for, if it does. */
  delay_s: number | null
  sitemaps: string[]
}

interface Rule {
  allows: boolean
  /** The pieces between the stars of its pattern. */
  pieces: string[]
  is_anchored: boolean
  /** The most specific rule counts: the one with the longest pattern. */
  length: number
}
interface WrittenRule {
  allows: boolean
  written: string
}
interface Group {
  agents: string[]
  rules: WrittenRule[]
  delay_s: number | null
}

/** A file with more rules for one robot counts as disallowing everything: each page would be compared with all of them. */
const rules_max = 5_000

/** One spelling for what may be percent-encoded or not. */
function encoded(path: string): string {
  try {
    return encodeURI(path.toWellFormed())
      .replaceAll('%25', '%')
      .replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase())
  } catch {
    return path
  }
}

function readRule({ allows, written }: WrittenRule): Rule {
  const is_anchored = written.endsWith('$')
  const pattern = encoded(is_anchored ? written.slice(0, -1) : written)
  return { allows, pieces: pattern.split(/\*+/), is_anchored, length: pattern.length }
}

/** Whether the pieces follow one another in the path; the leftmost place of each leaves most to the next. */
function matches({ pieces, is_anchored }: Rule, path: string): boolean {
  const [first = '', ...rest] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = is_anchored ? rest.pop() : undefined
  for (const piece of rest) {
    const matches = path.indexOf(piece, at)
    if (matches < 0) return false
    at = matches + piece.length
  }
  if (!is_anchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Splits a file into its groups: lines of `user-agent` and the rules that follow them. */
function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    const bare = line.split('#', 1)[0] ?? ''
    const colon = bare.indexOf(':')
    const key = bare.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = bare.slice(colon + 1).trim()
    const group = groups.at(-1)
    if (key === 'user-agent') {
      const agent = value.toLowerCase().split('/', 1)[0]?.trim() ?? ''
      if (isOpen) group?.agents.push(agent)
      else groups.push({ agents: [agent], rules: [], delay_s: null })
      isOpen = true
      continue
    }
    if (key === 'sitemap') sitemaps.push(value)
    if (key !== 'allow' && key !== 'disallow' && key !== 'crawl-delay') continue
    isOpen = false
    if (key === 'crawl-delay' && group) group.delay_s = Number.parseFloat(value)
    else if (value !== '') group?.rules.push({ allows: key === 'allow', written: value })
  }
  return { groups, sitemaps }
}

/** @param agent the robot's name; without a group of its own it follows the rules for `*` */
export function readRobots(text: string, agent: string): RobotsRules {
  const { groups, sitemaps } = readGroups(text)
  const matching = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const own = matching.length > 0 ? matching : groups.filter(({ agents }) => agents.includes('*'))
  const written = own.flatMap((group) => group.rules)
  const delay_s = own.find((group) => group.delay_s !== null)?.delay_s ?? null
  return {
    delay_s: delay_s !== null && delay_s >= 0 ? delay_s : null,
    sitemaps,
    isAllowed: written.length > rules_max ? async () => false : permission(written.map(readRule)),
  }
}

/** The longest matching rule applies; of two equally long ones, the one that allows. */
function permission(rules: readonly Rule[]): RobotsRules['isAllowed'] {
  const sorted = rules.toSorted((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows))
  return async (url) => {
    const path = encoded(url.pathname + url.search)
    const takeTurns = createTurns()
    for (const rule of sorted) {
      await takeTurns()
      if (matches(rule, path)) return rule.allows
    }
    return true
  }
}
