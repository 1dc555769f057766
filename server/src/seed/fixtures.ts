import type { FieldType, ListOf, Locale, TagColor } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { createRandom } from './random.ts'
import { scenarioRows, type SeedScenario, seedScenarios, versionRows } from './scenarios.ts'
import * as store from './store.ts'
import { words } from './texts.ts'
import type { Workspace } from './workspace.ts'

/** What a team sets up: teams, tags, fields, canned replies. Existing and deleted ones stay as they are. */
export interface Fixtures {
  /** By topic. */
  tags: ReadonlyMap<number, { id: string; name: string }>
  teams: readonly { id: string; name: string }[]
  contact_fields: { plan: string | undefined; birthday: string | undefined }
  /** The conversation field for an order number. */
  order_field: string | undefined
  scenarios: readonly [SeedScenario, ...SeedScenario[]]
}

const tags: readonly (readonly [name: string, color: TagColor])[] = [
  ['delivery', 'blue'],
  ['returns', 'orange'],
  ['payment', 'green'],
  ['subscription', 'violet'],
  ['grinding', 'gray'],
  ['invoices', 'red'],
]
const teams = ['Objednávky', 'Veľkoobchod'] as const
export const plans = ['Espresso', 'Filter', 'Degustátor'] as const
const replies: readonly { shortcut: string; title: string; body: string; locale: Locale }[] = [
  {
    shortcut: 'vitajte',
    title: 'Pozdrav',
    body: 'Dobrý deň, {{contact.name|milý zákazník}}, tu {{member.name}} z pražiarne. Ako vám pomôžem?',
    locale: 'sk',
  },
  {
    shortcut: 'meska',
    title: 'Balík mešká',
    body: 'Mrzí nás to. Kuriérovi sme práve napísali a ozveme sa vám do zajtra do poludnia.',
    locale: 'sk',
  },
  {
    shortcut: 'hello',
    title: 'Greeting',
    body: 'Hello {{contact.name|there}}, this is {{member.name}} from the roastery. How can I help?',
    locale: 'en',
  },
  {
    shortcut: 'late',
    title: 'Parcel is late',
    body: 'I am sorry for that. We have just written to the courier and will be back to you by tomorrow noon.',
    locale: 'en',
  },
]

/** Builds rows of one workspace; ids are derived from names. */
function rowsOf(integration_id: string, at: string) {
  const idOf = (name: string) => createRandom(`${integration_id} ${name}`).uuid()
  const own = (name: string) => ({ integration_id, id: idOf(name) })
  const field = (
    holder: string,
    name: string,
    type: FieldType,
    position: number,
    options: string[] = [],
  ) => ({
    ...own(`${holder} field ${name}`),
    name,
    type,
    position,
    options,
  })
  const view = (list: ListOf, name: string, position: number, filter: Record<string, string>) => ({
    ...own(`${list} view ${name}`),
    list,
    name,
    owner_id: null,
    view: 'all',
    filter,
    position,
  })
  const rule = (name: string, position: number, more: object) => ({
    ...own(`rule ${name}`),
    name,
    is_on: true,
    match: 'all',
    filter: {},
    words: [],
    page: '',
    hours: null,
    wait_min: null,
    stop_after: false,
    enabled_at: at,
    position,
    ...more,
  })
  const macro = (name: string, actions: object[]) => ({
    ...own(`macro ${name}`),
    name,
    owner_id: null,
    actions,
    updated_at: at,
  })
  return { idOf, own, field, view, rule, macro }
}
type Rows = ReturnType<typeof rowsOf>

const macrosOf = ({ macro }: Rows, returns: string) => [
  macro('Refundácia sľúbená', [
    { kind: 'tags', add: [returns], remove: [] },
    { kind: 'status', status: 'resolved' },
  ]),
  macro('Čakáme na kuriéra', [
    { kind: 'note', body: 'Čakáme na kuriéra.' },
    { kind: 'snooze', hours: 24 },
  ]),
]

const rulesOf = ({ rule }: Rows, invoices: string) => [
  rule('Faktúry', 1, {
    event: 'customer_message',
    words: ['invoice', 'faktúr', 'IČO'],
    actions: [{ kind: 'add_tags', tag_ids: [invoices] }],
  }),
  rule('Dlho bez odpovede', 2, {
    event: 'no_reply',
    wait_min: 60,
    actions: [{ kind: 'set_priority', priority: 'high' }],
  }),
]

/** The fixtures that exist; a workspace may have deleted some. */
const fixturesOf = (
  idOf: Rows['idOf'],
  existingId: (id: string) => string | undefined,
): Omit<Fixtures, 'scenarios'> => ({
  tags: new Map(
    tags.flatMap(([name], index) => {
      const id = existingId(idOf(`tag ${name}`))
      return id ? [[index, { id, name }] as const] : []
    }),
  ),
  teams: teams.flatMap((name) => {
    const id = existingId(idOf(`team ${name}`))
    return id ? [{ id, name }] : []
  }),
  contact_fields: {
    plan: existingId(idOf('contact field Predplatné')),
    birthday: existingId(idOf('contact field Narodeniny')),
  },
  order_field: existingId(idOf('conversation field Objednávka')),
})

/** Sets the workspace up in one transaction, without events and notifications. */
export async function seedWorkspace(
  ctx: Context,
  workspace: Workspace,
  team: readonly { user_id: string }[],
): Promise<Fixtures> {
  const { id: integration_id } = workspace
  const at = isoNow(ctx)
  const rows = rowsOf(integration_id, at)
  const { idOf, own, field, view } = rows
  const scenarios = seedScenarios(idOf)
  const [invoices, returns] = [idOf('tag invoices'), idOf('tag returns')]
  return ctx.transaction(async (tx) => {
    const insert = (table: Parameters<typeof store.insertMissing>[1], rows: readonly object[]) =>
      store.insertMissing(tx, table, rows)
    await insert(
      'tag',
      tags.map(([name, color]) => ({ ...own(`tag ${name}`), name, color })),
    )
    await insert(
      'team',
      teams.map((name) => ({ ...own(`team ${name}`), name })),
    )
    await insert('contact_field', [
      field('contact', 'Predplatné', 'list', 0, [...plans]),
      field('contact', 'Narodeniny', 'date', 1),
    ])
    await insert('conversation_field', [field('conversation', 'Objednávka', 'text', 0)])
    const existingIds = await store.listExisting(tx, integration_id)
    const existingId = (id: string) => (existingIds.includes(id) ? id : undefined)
    await insert(
      'team_member',
      teams.flatMap((name, index) => {
        const team_id = existingId(idOf(`team ${name}`))
        const members = team.filter((_, at_place) => at_place % teams.length === index)
        return team_id ? members.map(({ user_id }) => ({ integration_id, team_id, user_id })) : []
      }),
    )
    await insert(
      'canned_reply',
      replies.map((reply) => ({ ...own(`reply ${reply.shortcut}`), owner_id: null, ...reply })),
    )
    await insert('saved_view', [
      view('conversations', 'Po anglicky', 1, { locale: 'en' }),
      view('conversations', 'Faktúry', 2, { tag: invoices }),
      view('contacts', 'Zákazníci s účtom', 1, { kind: 'user' }),
    ])
    await insert('macro', macrosOf(rows, returns))
    await insert('rule', rulesOf(rows, invoices))
    await insert('scenario', scenarioRows(scenarios, integration_id, at))
    await insert('scenario_version', versionRows(scenarios, integration_id, at))
    const host = new URL(workspace.url).host
    await insert('widget_installation', [{ integration_id, host, first_seen_at: at, last_seen_at: at }])
    return { ...fixturesOf(idOf, existingId), scenarios }
  })
}

/** The topic's number, the same in all languages. */
export const topicPosition = (locale: Locale, path: string): number =>
  words[locale].topics.findIndex((topic) => topic.path === path)
