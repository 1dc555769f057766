import { seeded } from '../chaos/seed.ts'
import { cells, emails, messages, names, pieces, urls } from './seeds.ts'
import { files, type HostileFile } from './uploads.ts'

export interface Corpus {
  uploads: HostileFile[]
  names: string[]
  emails: string[]
  messages: string[]
  cells: string[]
  urls: string[]
}
export type Kind = keyof Corpus

/** Number of inputs of each type, 2,000 in all. */
const counts: Record<Kind, number> = {
  uploads: 400,
  names: 350,
  emails: 250,
  messages: 350,
  cells: 400,
  urls: 250,
}
const endings = [
  'txt',
  'md',
  'csv',
  'json',
  'log',
  'png',
  'gif',
  'jpg',
  'pdf',
  'zip',
  'docx',
  'html',
  'svg',
  '',
]

/**
 * The corpus of a seed: hand-picked pieces, and texts that repeat, join and cut them, as long as each type of field
 * allows.
 */
export function hostileCorpus(seed = 1): Corpus {
  const random = seeded(seed)
  const below = (max: number) => Math.floor(random() * max)
  const one = <T>(list: readonly T[]): T => {
    const sample = list[below(list.length)]
    if (sample === undefined) throw new Error('nothing to choose from')
    return sample
  }
  /** A text of at most `chars_max`: repeated pieces, ending with something that no rule expects. */
  function text(chars_max: number, picked: readonly string[]): string {
    const chars = 10 + below(chars_max - 10)
    const parts = Array.from({ length: 1 + below(3) }, () => (random() < 0.25 ? one(picked) : one(pieces)))
    const joined = random() < 0.5 ? [parts.join('')] : parts
    const repeated = joined.map((part) => part.repeat(Math.ceil(chars / joined.length / part.length)))
    const start = random() < 0.3 ? one(picked) : ''
    return `${start}${repeated.join('')}`.slice(0, chars - 1).toWellFormed() + one(['', 'x', '\u0001', '!'])
  }
  const fill = (count: number, picked: readonly string[], make: () => string) => [
    ...picked,
    ...Array.from({ length: count - picked.length }, make),
  ]

  return {
    uploads: [
      ...files,
      ...Array.from({ length: counts.uploads - files.length }, () => {
        const bytes = Buffer.from(text(40_000, messages))
        // A text with another format's header, or unchanged.
        const { bytes: other } = one(files)
        const isMixed = random() < 0.3
        return {
          name: `${text(60, names).replaceAll(/[\r\n\0"]/g, ' ')}.${one(endings)}`,
          bytes: isMixed ? Buffer.concat([other.subarray(0, 12), bytes]) : bytes,
        }
      }),
    ],
    names: fill(counts.names, names, () => text(random() < 0.3 ? 5_000 : 120, names)),
    emails: fill(counts.emails, emails, () => {
      const local = text(random() < 0.3 ? 20_000 : 60, emails)
      // Every other one is a valid address, so that an email is created.
      return random() < 0.5 ? local : `${local.replaceAll(/[^\w.+%-]/g, '').slice(0, 60)}@example.invalid`
    }),
    messages: fill(counts.messages, messages, () => text(8_000, messages)),
    cells: fill(counts.cells, cells, () => text(2_000, cells)),
    // Paths on the reader's own host, so that no foreign name is resolved.
    urls: fill(counts.urls, urls, () => `/${text(1_900, urls)}`),
  }
}

/** The hand-picked pieces and every n-th of the others. */
export function sampleOf(corpus: Corpus, every: number): Corpus {
  const some = <T>(list: T[], picked: number) =>
    list.filter((_, index) => index < picked || index % every === 0)
  return {
    uploads: some(corpus.uploads, files.length),
    names: some(corpus.names, names.length),
    emails: some(corpus.emails, emails.length),
    messages: some(corpus.messages, messages.length),
    cells: some(corpus.cells, cells.length),
    urls: some(corpus.urls, urls.length),
  }
}
