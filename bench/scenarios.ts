import { matchesPage } from '@ozvi/contract/scenario-pages'
import { replayConversation } from '@ozvi/contract/scenario-replay'
import { scenarioTemplates } from '@ozvi/contract/scenario-templates'
import { type Row, row } from './report.ts'
import { context, type Flow, play } from './scenario-play.ts'
import { replay } from './scenario-replay.ts'

/** The largest flow: 300 steps, of which each turn passes 50. */
const longFlow = (): Flow => {
  const [
    {
      flow: { en: base },
    },
  ] = scenarioTemplates as [(typeof scenarioTemplates)[0]]
  const steps = Array.from({ length: 300 }, (_, index) => ({
    id: `s${index}`,
    title: '',
    position: { x: 0, y: 0 },
    kind: 'message' as const,
    text: { en: 'Hello {{contact.name|there}}, this is a text of usual length for a chat.' },
    next: `s${index + 1}`,
  }))
  return { ...base, start_step_id: 's250', steps }
}

/** Conversations of ten entries, each replayed with one of the flows. */
function replaySeconds(flows: readonly Flow[]): string {
  const at = (minute: number) => new Date(Date.parse(context.now) + minute * 60_000).toISOString()
  const entries = Array.from({ length: 10 }, (_, minute) => ({
    seq: minute + 1,
    author: minute % 2 ? ('assistant' as const) : ('contact' as const),
    kind: minute % 2 ? 'answer' : 'text',
    text: 'It is eva@example.com, about my order',
    at: at(minute),
    reason: null,
  }))
  const rules = {
    scenario_id: context.run_id,
    now: context.now,
    isOpen: () => true,
    dayOf: (time: string) => time.slice(0, 10),
    wantsPerson: () => false,
  }
  const started = performance.now()
  for (let number = 0; number < 1_000; number++) {
    const flow = flows[number % flows.length]
    const past = { ...context, id: context.run_id, number, entries, run: null }
    if (flow) replayConversation(flow, past, rules)
  }
  return `${((performance.now() - started) / 1_000).toFixed(2)} s`
}

/** What the loader evaluates on each page of a website: as many rules as fit into its configuration. */
function pageRules(): string {
  const rules = Array.from({ length: 8 }, (_, number) => ({
    match: 'glob' as const,
    value: `/*/products/*/category-${number}/*/detail*`,
  }))
  const pages = Array.from(
    { length: 1_000 },
    (_, number) => `https://shop.example/en/products/${'shoes/'.repeat(30)}category-9/${number}/detail?utm=1`,
  )
  const started = performance.now()
  for (const page of pages) for (const rule of rules) matchesPage(rule, page)
  return `${(((performance.now() - started) / pages.length) * 1_000).toFixed(0)} µs`
}

function perSecond(seconds: number, turn: () => number): string {
  const end = performance.now() + seconds * 1_000
  const started = performance.now()
  let turns = 0
  while (performance.now() < end) turns += turn()
  return `${Math.round(turns / ((performance.now() - started) / 1_000)).toLocaleString('en')}/s`
}

/** Turns of the engine on one core, and a replay with the database. */
export async function scenarios(seconds: number): Promise<Row[]> {
  const flows = scenarioTemplates.map(({ flow }) => flow.en)
  const all = () => flows.reduce((turns, flow) => turns + play(flow), 0)
  const long = longFlow()
  // Compiled before measuring.
  perSecond(0.5, all)
  return [
    row('Turns of the templates', perSecond(seconds, all), 'with the state as JSON; target 10,000/s'),
    row('Replay of 1,000 conversations', replaySeconds(flows), 'computing alone'),
    ...(await replay()),
    row('Page rules of eight scenarios', pageRules(), 'for each page in the loader; target 1 ms'),
    row(
      'Turns of 50 steps in a flow of 300',
      perSecond(seconds, () => play(long)),
    ),
  ]
}
