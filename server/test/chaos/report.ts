import type { Outcome, Round } from './chaos.ts'
import type { Breach } from './oracle.ts'

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
const round = (figure: number) => String(figure < 10 ? Math.round(figure * 10) / 10 : Math.round(figure))

export const breachesOf = ({ rounds, final }: Outcome): Breach[] => [
  ...rounds.flatMap(({ breaches }) => breaches),
  ...final,
]

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
function line(name: string[], rounds: Round[]): string[] {
  const all = rounds.flatMap(({ breaches }) => breaches)
  const count = (kind: Breach['kind']) => String(all.filter((breach) => breach.kind === kind).length)
  const recoveries = rounds.map(({ recovery_ms }) => recovery_ms)
  return [
    ...name,
    String(rounds.length),
    String(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)),
    count('lost'),
    count('doubled'),
    count('disorder'),
    count('other'),
    round(median(recoveries)),
    round(Math.max(0, ...recoveries)),
  ]
}

/** Formats the results of a run for a terminal. */
export function report(outcome: Outcome): string[] {
  const { rounds, notes, received, outboxEvents, deserted } = outcome
  const breaches = breachesOf(outcome)
  const byFault = Map.groupBy(rounds, ({ fault }) => fault)
  const sorted = [...byFault].sort(([a], [b]) => Number(a.id.slice(1)) - Number(b.id.slice(1)))
  const head = [
    '',
    'fault',
    'rounds',
    'acknowledged',
    'lost',
    'doubled',
    'disorder',
    'other',
    'back median',
    'ms longest',
  ]
  return [
    '',
    ...table([
      head,
      ...sorted.map(([{ id, name }, some]) => line([id, name], some)),
      line(['', 'all'], rounds),
    ]),
    '',
    ...table(
      [...notes].map(([what, { unit, figures }]) => [
        what,
        `median ${round(median(figures))} ${unit}, most ${round(Math.max(...figures))} ${unit} of ${figures.length}`,
      ]),
    ),
    '',
    `messages  ${outcome.sent} sent, ${outcome.acknowledged} acknowledged, ${outcome.unclear} unclear ends; ${outcome.messages} stored`,
    `          never acknowledged: ${deserted.stored} are stored, ${deserted.lost} are not`,
    `received  by ${received.threads} threads: ${received.applied} told, ${received.read} read, ${received.known} heard twice, ${received.gaps} gaps`,
    `outbox    ${outboxEvents.left} left behind by kills, ${outboxEvents.judged} pairs of event and listener checked`,
    `took      ${Math.round(outcome.took_s)} s`,
    breaches.length === 0 ? 'every promise kept' : `${breaches.length} PROMISES BROKEN`,
    ...new Set(breaches.slice(0, 20).map(({ kind, what }) => `${kind}: ${what}`)),
  ]
}
