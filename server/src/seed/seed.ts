import type { Citation, Locale } from '@ozvi/contract'
import { handOverText } from '#features/conversations'
import type { Context } from '#platform/context/context.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Furniture, furnish, plans } from './furniture.ts'
import { asHistory, type History } from './history.ts'
import { campaigns, holdings, personOf, referrers, unmarked } from './people.ts'
import { beginnings } from './rhythm.ts'
import * as store from './store.ts'
import { type Customer, type Scene, tell } from './story.ts'
import { slovakCities, type Topic } from './texts.ts'
import { pagesOf, type Workspace } from './workspace.ts'

const day_ms = 24 * 60 * 60 * 1000
/** What a conversation comes to, on average over many; `--messages` is divided by it. */
export const messagesPerConversation = 9.8
/** Conversations per transaction: large enough for statements to count, small enough for none to be cut off. */
const batch = 400
/** How often somebody writes again later on. */
const conversationsPerContact = 1.6

export interface Plan {
  /** The same seed in the same workspace at the same time makes the same data. */
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

/**
 * Fills a workspace with contacts and conversations of the last days, as if its customers and its team had been at
 * it. Nothing is told to anybody: no mail, no event, no job.
 */
export async function seed(
  ctx: Context,
  workspace: Workspace,
  citations: ReadonlyMap<Topic, Citation>,
  plan: Plan,
  onProgress: (done: Seeded) => void = () => {},
): Promise<Seeded> {
  const [first, ...others] = await store.listTeam(ctx.db, workspace.id)
  if (!first) throw new Error('Nobody in this workspace may answer.')
  const furniture = await furnish(ctx, workspace, [first, ...others])
  const scene: Scene = { team: [first, ...others], citations, handOverText, until: plan.until, furniture }
  const from_number = await ctx.transaction((tx) => store.takeNumbers(tx, workspace.id, plan.conversations))
  // A second run into the same workspace goes on where the first has ended, and repeats none of its ids.
  const name = `${plan.seed} ${workspace.id} ${from_number}`
  const chance = chanceOf(name)
  const customers = new Customers(`${name} customer`, workspace, plan, furniture)
  const began = beginnings(chance, plan.conversations, plan.until - plan.days * day_ms, plan.until)
  const done: Seeded = { contacts: 0, conversations: 0, messages: 0 }
  for (let start = 0; start < began.length; start += batch) {
    const histories = began.slice(start, start + batch).map((at, place) => {
      const number = from_number + start + place
      const one = chanceOf(`${name} ${number}`)
      const customer = customers.of(one, at)
      const { url: page_url } = one.pick(customer.pages)
      const told = tell(`${name} ${number} told`, at, customer, scene)
      return {
        customer,
        history: asHistory(
          one,
          { integration_id: workspace.id, number, page_url },
          customer,
          told,
          furniture.order_field,
        ),
      }
    })
    await write(ctx, workspace.id, histories, customers.takeNew(), done)
    onProgress({ ...done })
  }
  await ctx.transaction((tx) => store.analyse(tx))
  return done
}

type Written = { customer: SeededCustomer; history: History | undefined }[]
async function write(
  ctx: Context,
  integration_id: string,
  written: Written,
  fresh: SeededCustomer[],
  done: Seeded,
): Promise<void> {
  const histories = written.flatMap(({ history }) => history ?? [])
  const messages = histories.flatMap((history) => history.messages)
  const reads = histories.flatMap(({ conversation, read }) =>
    read ? { integration_id, conversation_id: conversation.id, ...read } : [],
  )
  await ctx.transaction(async (tx) => {
    await store.insertRows(
      tx,
      'contact',
      fresh.map(({ columns }) => columns),
    )
    await store.insertRows(
      tx,
      'page_visit',
      fresh.flatMap(({ visits }) => visits),
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
    await store.insertRows(
      tx,
      'unanswered_question',
      histories.flatMap(({ unanswered }) => unanswered ?? []),
    )
  })
  done.contacts += fresh.length
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

/** Who writes: mostly somebody new, sometimes one of the last few thousand again. */
class Customers {
  private readonly known: SeededCustomer[] = []
  private fresh: SeededCustomer[] = []
  private readonly name: string
  private readonly workspace: Workspace
  private readonly plan: Plan
  private readonly furniture: Furniture
  private count = 0

  constructor(name: string, workspace: Workspace, plan: Plan, furniture: Furniture) {
    this.name = name
    this.workspace = workspace
    this.plan = plan
    this.furniture = furniture
  }
  of(chance: Chance, at: number): SeededCustomer {
    const old = this.known.at(-chance.between(1, Math.min(2_000, this.known.length)))
    if (old && chance.happens(1 - 1 / conversationsPerContact)) return old
    const made = this.make(chanceOf(`${this.name} ${++this.count}`), at)
    this.known.push(made)
    if (this.known.length > 4_000) this.known.splice(0, 2_000)
    this.fresh.push(made)
    return made
  }
  takeNew(): SeededCustomer[] {
    const fresh = this.fresh
    this.fresh = []
    return fresh
  }
  /** What the shop knows of people with an account. */
  private fieldsOf(chance: Chance, kind: string): Record<string, string> {
    const { plan, birthday } = this.furniture.contact_fields
    if (kind !== 'user') return {}
    const day = `${chance.between(1955, 2004)}-0${chance.between(1, 9)}-${chance.between(10, 28)}`
    return {
      ...(plan ? { [plan]: chance.pick(plans) } : {}),
      ...(birthday && chance.happens(0.5) ? { [birthday]: day } : {}),
    }
  }
  private make(chance: Chance, at: number): SeededCustomer {
    const locale: Locale = chance.happens(0.65) ? 'sk' : 'en'
    const integration_id = this.workspace.id
    const id = chance.uuid()
    const kind = chance.weighted([
      ['visitor', 55],
      ['lead', 35],
      ['user', 10],
    ] as const)
    const person = kind === 'visitor' ? undefined : personOf(chance, locale, id.slice(0, 6))
    const [home = { url: this.workspace.url, title: '' }, ...pages] = pagesOf(this.workspace, locale)
    const count = chance.between(1, 5)
    const first_seen = at - chance.between(1, 40) * 60_000
    const visited = [home, ...Array.from({ length: count }, () => chance.pick([home, ...pages]))] as const
    const last_seen = Math.min(at + chance.between(1, 90) * 60_000, this.plan.until)
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
        time_zone: locale === 'sk' ? 'Europe/Bratislava' : chance.pick(['Europe/London', 'Europe/Vienna']),
        ...chance.pick(holdings),
        ...(chance.happens(0.2) ? chance.pick(campaigns) : unmarked),
        first_page: home.url,
        referrer: chance.happens(0.5) ? chance.pick(referrers) : null,
        fields: this.fieldsOf(chance, kind),
        country: locale === 'sk' ? 'SK' : chance.pick(['GB', 'AT', 'CZ'] as const),
        city: locale === 'sk' ? chance.pick(slovakCities) : null,
        first_seen_at: new Date(first_seen).toISOString(),
        last_seen_at: new Date(last_seen).toISOString(),
        version: 1,
      },
      visits: visited.map((page, place) => ({
        integration_id,
        contact_id: id,
        ...page,
        at: new Date(first_seen + place * 40_000).toISOString(),
      })),
    }
  }
}
