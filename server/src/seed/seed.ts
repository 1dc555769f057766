import type { Citation, Locale } from '@ozvi/contract'
import { day_ms } from '@ozvi/contract'
import { handOverText } from '#features/conversations'
import type { Context } from '#platform/context/context.ts'
import { type Random, createRandom } from './random.ts'
import { type Fixtures, seedWorkspace, plans } from './fixtures.ts'
import { toHistory, type History } from './history.ts'
import { campaigns, holdings, personOf, referrers, noUtmParams } from './people.ts'
import { startTimes } from './schedule.ts'
import { runRow, type SeedRun } from './scenarios.ts'
import * as store from './store.ts'
import { type DialogueContext, writeDialogue } from './dialogues.ts'
import type { Customer } from './seed-message.ts'
import { slovakCities, type Topic } from './texts.ts'
import { pagesOf, type Workspace } from './workspace.ts'

/** Messages per conversation, on average. `--messages` is divided by it. */
export const messagesPerConversation = 9.8
/** Conversations per transaction: enough for large statements, few enough to finish before the timeout. */
const batch = 400
/** Conversations per contact, on average. */
const conversationsPerContact = 1.6

export interface Plan {
  /** The same seed creates the same data in the same workspace at the same time. */
  seed: string
  conversations: number
  days: number
  /** Milliseconds since the epoch; nothing is later. */
  until: number
}
export interface Seeded {
  contacts: number
  conversations: number
  messages: number
}

/** Fills a workspace with contacts and conversations of the last days, without emails, events or jobs. */
export async function seed(
  ctx: Context,
  workspace: Workspace,
  citations: ReadonlyMap<Topic, Citation>,
  plan: Plan,
  onProgress: (done: Seeded) => void = () => {},
): Promise<Seeded> {
  const [first, ...team] = await store.listTeam(ctx.db, workspace.id)
  if (!first) throw new Error('No member of this workspace can reply.')
  const fixtures = await seedWorkspace(ctx, workspace, [first, ...team])
  const context: DialogueContext = {
    team: [first, ...team],
    citations,
    handOverText,
    until: plan.until,
    fixtures,
  }
  const from_number = await ctx.transaction((tx) => store.nextNumbers(tx, workspace.id, plan.conversations))
  // A second run in the same workspace continues after the first one and repeats none of its ids.
  const name = `${plan.seed} ${workspace.id} ${from_number}`
  const random = createRandom(name)
  const customers = new Customers(`${name} customer`, workspace, plan, fixtures)
  const began = startTimes(random, plan.conversations, plan.until - plan.days * day_ms, plan.until)
  const done: Seeded = { contacts: 0, conversations: 0, messages: 0 }
  for (let start = 0; start < began.length; start += batch) {
    const histories = began.slice(start, start + batch).map((at, index) => {
      const number = from_number + start + index
      const one = createRandom(`${name} ${number}`)
      const customer = customers.of(one, at)
      const { url: page_url } = one.pick(customer.pages)
      const { messages, run } = writeDialogue(`${name} ${number} told`, at, customer, context)
      return {
        customer,
        run,
        history: toHistory(
          one,
          { integration_id: workspace.id, number, page_url },
          customer,
          messages,
          fixtures.order_field,
        ),
      }
    })
    await write(ctx, workspace.id, histories, customers.takeNew(), done)
    onProgress({ ...done })
  }
  await ctx.transaction((tx) => store.analyze(tx))
  return done
}

type Written = { customer: SeededCustomer; run: SeedRun | undefined; history: History | undefined }[]
async function write(
  ctx: Context,
  integration_id: string,
  written: Written,
  newCustomers: SeededCustomer[],
  done: Seeded,
): Promise<void> {
  const histories = written.flatMap(({ history }) => history ?? [])
  const messages = histories.flatMap((history) => history.messages)
  const reads = histories.flatMap(({ conversation, read }) =>
    read ? { integration_id, conversation_id: conversation.id, ...read } : [],
  )
  const runs = written.flatMap(({ history, run }) =>
    history && run ? runRow(run, history.conversation) : [],
  )
  await ctx.transaction(async (tx) => {
    await store.insertRows(
      tx,
      'contact',
      newCustomers.map(({ columns }) => columns),
    )
    await store.insertRows(
      tx,
      'page_visit',
      newCustomers.flatMap(({ visits }) => visits),
    )
    await store.insertRows(
      tx,
      'conversation',
      histories.map(({ conversation }) => conversation),
    )
    await store.insertRows(tx, 'message', messages)
    await store.indexMessages(
      tx,
      integration_id,
      histories.map(({ conversation }) => conversation.id),
    )
    await store.insertRows(tx, 'conversation_read', reads)
    await store.insertRows(tx, 'scenario_run', runs)
    await store.insertRows(
      tx,
      'unanswered_question',
      histories.flatMap(({ unanswered }) => unanswered ?? []),
    )
  })
  done.contacts += newCustomers.length
  done.conversations += histories.length
  done.messages += messages.length
}

interface SeededCustomer extends Customer {
  pages: [Page, ...Page[]]
  columns: object
  visits: object[]
}
interface Page {
  url: string
  title: string
}

/** The author of each conversation: usually a new contact, sometimes one of the last few thousand. */
class Customers {
  private readonly known: SeededCustomer[] = []
  private fresh: SeededCustomer[] = []
  private readonly name: string
  private readonly workspace: Workspace
  private readonly plan: Plan
  private readonly fixtures: Fixtures
  private count = 0

  constructor(name: string, workspace: Workspace, plan: Plan, fixtures: Fixtures) {
    this.name = name
    this.workspace = workspace
    this.plan = plan
    this.fixtures = fixtures
  }
  of(random: Random, at: number): SeededCustomer {
    const old = this.known.at(-random.between(1, Math.min(2_000, this.known.length)))
    if (old && random.isTrue(1 - 1 / conversationsPerContact)) return old
    const workspace = this.make(createRandom(`${this.name} ${++this.count}`), at)
    this.known.push(workspace)
    if (this.known.length > 4_000) this.known.splice(0, 2_000)
    this.fresh.push(workspace)
    return workspace
  }
  takeNew(): SeededCustomer[] {
    const newCustomers = this.fresh
    this.fresh = []
    return newCustomers
  }
  /** Data of customers with an account. */
  private fieldsOf(random: Random, kind: string): Record<string, string> {
    const { plan, birthday } = this.fixtures.contact_fields
    if (kind !== 'user') return {}
    const day = `${random.between(1955, 2004)}-0${random.between(1, 9)}-${random.between(10, 28)}`
    return {
      ...(plan ? { [plan]: random.pick(plans) } : {}),
      ...(birthday && random.isTrue(0.5) ? { [birthday]: day } : {}),
    }
  }
  private make(random: Random, at: number): SeededCustomer {
    const locale: Locale = random.isTrue(0.65) ? 'sk' : 'en'
    const integration_id = this.workspace.id
    const id = random.uuid()
    const kind = random.weighted([
      ['visitor', 55],
      ['lead', 35],
      ['user', 10],
    ] as const)
    const person = kind === 'visitor' ? undefined : personOf(random, locale, id.slice(0, 6))
    const [home = { url: this.workspace.url, title: '' }, ...pages] = pagesOf(this.workspace, locale)
    const count = random.between(1, 5)
    const first_seen = at - random.between(1, 40) * 60_000
    const visited = [home, ...Array.from({ length: count }, () => random.pick([home, ...pages]))] as const
    const last_seen = Math.min(at + random.between(1, 90) * 60_000, this.plan.until)
    return {
      contact_id: id,
      name: person?.name ?? null,
      locale,
      pages: [...visited],
      columns: {
        integration_id,
        id,
        kind,
        name: person?.name ?? null,
        email: person?.email ?? null,
        is_test: false,
        locale,
        time_zone: locale === 'sk' ? 'Europe/Bratislava' : random.pick(['Europe/London', 'Europe/Vienna']),
        ...random.pick(holdings),
        ...(random.isTrue(0.2) ? random.pick(campaigns) : noUtmParams),
        first_page: home.url,
        referrer: random.isTrue(0.5) ? random.pick(referrers) : null,
        fields: this.fieldsOf(random, kind),
        country: locale === 'sk' ? 'SK' : random.pick(['GB', 'AT', 'CZ'] as const),
        city: locale === 'sk' ? random.pick(slovakCities) : null,
        first_seen_at: new Date(first_seen).toISOString(),
        last_seen_at: new Date(last_seen).toISOString(),
        version: 1,
      },
      visits: visited.map((page, index) => ({
        integration_id,
        contact_id: id,
        ...page,
        at: new Date(first_seen + index * 40_000).toISOString(),
      })),
    }
  }
}
