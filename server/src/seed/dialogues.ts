import {
  type Citation,
  defaultInactivityDays,
  type HandOverReason,
  type Locale,
  type MessageDetails,
  hour_ms,
  minute_ms,
} from '@ozvi/contract'
import { type Random, createRandom } from './random.ts'
import { whenTeamWorks } from './schedule.ts'
import { type Fixtures, topicPosition } from './fixtures.ts'
import { RunWriter, type SeedRun } from './scenarios.ts'
import type { Customer, SeedMessage, Teammate } from './seed-message.ts'
import { cities, type Topic, words } from './texts.ts'

const second_ms = 1_000
/** By default, a conversation is resolved after this long without a message. */
const silence_ms = defaultInactivityDays * 24 * hour_ms
/** Conversations resolved this long ago can still be snoozed. */
const snoozable_ms = 5 * 24 * hour_ms

/** Details of an action besides its event. */
type Named = Pick<SeedMessage, 'assignee_id' | 'snoozed_until' | 'tag_id' | 'team_id'>
export interface DialogueContext {
  team: readonly [Teammate, ...Teammate[]]
  /** Quotes of the shop's pages, as answers cite them. */
  citations: ReadonlyMap<Topic, Citation>
  handOverText(locale: Locale, reason: HandOverReason): string
  until: number
  fixtures: Fixtures
}

const reasons: readonly (readonly [HandOverReason, number])[] = [
  ['asked_for_human', 35],
  ['nothing_found', 34],
  ['low_confidence_twice', 14],
  ['anger', 6],
  ['loop', 4],
  ['error', 3],
]
const ratings: readonly (readonly [number, number])[] = [
  [5, 52],
  [4, 25],
  [3, 10],
  [2, 6],
  [1, 7],
]
type Plot = 'answered' | 'handed_over' | 'taken_over' | 'scenario' | 'spam'
const plots: readonly (readonly [Plot, number])[] = [
  ['answered', 42],
  ['handed_over', 46],
  ['taken_over', 10],
  ['scenario', 9],
  ['spam', 2],
]

/**
 * Generates the messages and actions of a conversation in order, without those in the future. The same number
 * of the same seed gives the same conversation.
 */
export function writeDialogue(
  seed: string,
  began: number,
  customer: Customer,
  context: DialogueContext,
): { messages: SeedMessage[]; run: SeedRun | undefined } {
  const writer = new DialogueWriter(createRandom(seed), began, customer, context)
  writer.write()
  return { messages: writer.happenings.filter(({ at }) => at < context.until), run: writer.run }
}

class DialogueWriter {
  readonly happenings: SeedMessage[] = []
  /** Of a scenario. */
  run: SeedRun | undefined
  readonly random: Random
  readonly customer: Customer
  readonly scene: DialogueContext
  readonly topic: Topic
  readonly mate: Teammate
  at: number

  constructor(random: Random, began: number, customer: Customer, context: DialogueContext) {
    this.random = random
    this.at = began
    this.customer = customer
    this.scene = context
    this.topic = random.pick(this.words.topics)
    this.mate = random.pick(context.team)
  }
  get words() {
    return words[this.customer.locale]
  }

  write(): void {
    const { random } = this
    const plot = random.weighted(plots)
    if (plot === 'spam') {
      this.asks(random.pick(this.words.spam))
      this.action(random.wait(40 * minute_ms), { event: 'status_changed', status: 'spam' }, false)
      return
    }
    // The messages of a run stay together.
    if (plot === 'scenario' && this.at < this.scene.until - hour_ms) return this.isLed()
    this.asks(random.pick(plot === 'handed_over' ? this.words.puzzles : this.topic.questions))
    this.system('ai_notice', 3 * second_ms, this.words.ai_notice)
    if (plot === 'answered' || plot === 'scenario') this.isAnswered()
    else {
      if (plot === 'taken_over' || random.isTrue(0.4))
        this.answers(plot === 'taken_over' ? 'answer' : 'may_help')
      if (plot === 'taken_over') this.takesOver()
      else this.isHandedOver()
      this.team()
    }
  }

  isLed(): void {
    const { random, customer } = this
    const writer = new RunWriter(random.pick(this.scene.fixtures.scenarios), customer, random, this.at)
    this.run = writer.write({
      answer: () => this.answerOf('answer'),
      handOverText: (reason) => this.scene.handOverText(customer.locale, reason),
    })
    this.happenings.push(...writer.messages)
    this.at = writer.at
    if (this.run.state.status === 'handed_over') {
      this.at = whenTeamWorks(this.at + random.wait(7 * minute_ms, 1.1))
      return this.team()
    }
    this.timesOut()
    // Resolving the conversation ends a run that still waits.
    if (this.run.ended_at === null && this.at < this.scene.until) {
      this.run.state = { ...this.run.state, status: 'ended', awaiting: null }
      this.run.ended_at = this.at
    }
  }
  isAnswered(): void {
    this.answers('answer')
    for (let more = 0; more < 2 && this.random.isTrue(0.35); more++) {
      this.asks(this.random.pick(this.topic.questions))
      this.answers('answer')
    }
    if (!this.random.isTrue(0.3)) return this.timesOut()
    this.asks(this.random.pick(this.words.thanks))
    this.at += second_ms
    this.push({
      author: 'assistant',
      kind: 'answer',
      body: this.random.pick(this.words.welcome),
      details: { is_confirmed: true },
      is_visible: true,
    })
    // Thanks for a quote: nothing is left to do.
    if (this.scene.citations.has(this.topic))
      this.system('event', 0, '', { event: 'confirmed', status: 'resolved' })
  }
  takesOver(): void {
    this.at = whenTeamWorks(this.at + this.random.wait(4 * minute_ms))
    this.action(0, { event: 'taken_over' }, true)
  }
  isHandedOver(): void {
    const reason = this.random.weighted(reasons)
    if (reason === 'asked_for_human') this.asks(this.random.pick(this.words.asks_person))
    this.system('hand_over', 2 * second_ms, this.scene.handOverText(this.customer.locale, reason), {
      reason,
      summary: this.happenings.find(({ author }) => author === 'contact')?.body ?? '',
    })
    const [team] = this.scene.fixtures.teams
    if (team && this.random.isTrue(0.5)) this.goesToTeam(team)
    this.at = whenTeamWorks(this.at + this.random.wait(7 * minute_ms, 1.1))
    if (this.random.isTrue(0.7))
      this.action(0, { event: 'assigned', assignee_name: this.mate.name }, false, {
        assignee_id: this.mate.user_id,
      })
  }
  goesToTeam({ id: team_id, name }: Fixtures['teams'][number]): void {
    this.action(second_ms, { event: 'team_assigned', team_name: name }, false, { team_id })
  }
  isTagged(): void {
    const tag = this.scene.fixtures.tags.get(topicPosition(this.customer.locale, this.topic.path))
    if (!tag) return
    this.action(5 * second_ms, { event: 'tags_changed', tags_added: [tag.name] }, false, { tag_id: tag.id })
  }
  /** Snoozed until a time in the future. */
  isSnoozed(): void {
    const snoozed_until = this.scene.until + this.random.between(2, 72) * hour_ms
    this.action(10 * second_ms, { event: 'status_changed', status: 'snoozed' }, false, { snoozed_until })
  }
  /** From the first reply of a person to the resolution, if there is one. */
  team(): void {
    const { random } = this
    this.replies(random.pick(this.topic.replies))
    if (random.isTrue(0.55)) this.isTagged()
    for (let more = random.between(0, 4); more > 0; more--) {
      this.asks(this.fill(random.pick(this.words.follow_ups)), random.wait(5 * minute_ms, 1.2))
      if (random.isTrue(0.18)) this.note()
      this.replies(random.pick(this.topic.replies))
    }
    if (random.isTrue(0.6)) {
      this.asks(random.pick(this.words.thanks))
      this.replies(random.pick(this.words.welcome))
    }
    if (this.scene.until - this.at < silence_ms && random.isTrue(0.7)) return this.isUnderWay()
    if (random.isTrue(0.06)) return this.timesOut()
    if (random.isTrue(0.05)) return this.isHandedBack()
    if (this.scene.until - this.at < snoozable_ms && random.isTrue(0.3)) return this.isSnoozed()
    this.resolves()
    if (!random.isTrue(0.07)) return
    this.asks(this.fill(random.pick(this.words.again)), random.wait(20 * hour_ms, 0.9))
    this.replies(random.pick(this.topic.replies))
    this.resolves()
  }
  /** The assistant answers again, although a person has replied. */
  isHandedBack(): void {
    this.action(30 * second_ms, { event: 'handed_back' }, true)
    this.asks(this.random.pick(this.topic.questions))
    this.answers('answer')
    this.timesOut()
  }
  /** Waits for the customer, or for the team if the customer has asked again. */
  isUnderWay(): void {
    if (this.random.isTrue(0.5)) this.asks(this.fill(this.random.pick(this.words.follow_ups)))
  }
  timesOut(): void {
    this.system('event', silence_ms, '', { event: 'timed_out', status: 'resolved' })
  }
  resolves(): void {
    const { random } = this
    this.at = whenTeamWorks(this.at + random.wait(25 * minute_ms, 1.3))
    this.action(0, { event: 'status_changed', status: 'resolved' }, true)
    if (random.isTrue(0.38)) this.rates()
  }
  rates(): void {
    const { random } = this
    const score = random.weighted(ratings)
    this.at += Math.round(random.wait(5 * minute_ms))
    this.push({
      author: 'contact',
      kind: 'rating',
      body: random.isTrue(0.3) ? random.pick(this.words.comments[score > 3 ? 'good' : 'bad']) : '',
      by: this.customer,
      details: { score },
      is_visible: true,
    })
  }

  fill = (text: string): string =>
    text
      .replace('{order}', () => `GB-${this.random.between(10_000, 99_999)}`)
      .replace('{city}', () => this.random.pick(cities))

  asks(body: string, after_ms = this.happenings.length === 0 ? 0 : this.random.wait(70 * second_ms)): void {
    this.at += Math.round(after_ms)
    this.push({ author: 'contact', kind: 'text', body: this.fill(body), by: this.customer, is_visible: true })
  }
  replies(body: string): void {
    this.at = whenTeamWorks(this.at + Math.round(this.random.wait(4 * minute_ms, 1.1)))
    this.push({ author: 'member', kind: 'text', body: this.fill(body), by: this.mate, is_visible: true })
  }
  note(): void {
    this.at += 20 * second_ms
    const note = this.random.pick(this.words.notes)
    const other = this.random.pick(this.scene.team)
    const isFor = other !== this.mate && this.random.isTrue(0.5)
    this.push({
      author: 'member',
      kind: 'note',
      body: isFor ? `@${other.email} ${note}` : note,
      by: this.mate,
      is_visible: false,
      ...(isFor ? { details: { mentions: [other.user_id] } } : {}),
    })
  }
  answers(band: 'answer' | 'may_help'): void {
    this.at += this.random.between(900, 3_500)
    this.push(this.answerOf(band))
  }
  answerOf(band: 'answer' | 'may_help'): Omit<SeedMessage, 'at'> {
    const citation = this.scene.citations.get(this.topic)
    return {
      author: 'assistant',
      kind: 'answer',
      body: `${this.topic.answer} [1]`,
      citations: citation ? [citation] : [],
      details: { band, confidence: band === 'answer' ? 0.86 : 0.57 },
      low_confidence_count: band === 'answer' ? 0 : 1,
      is_visible: true,
    }
  }
  action(after_ms: number, details: MessageDetails, is_visible: boolean, names: Named = {}): void {
    this.at += Math.round(after_ms)
    this.push({ author: 'member', kind: 'event', body: '', by: this.mate, details, is_visible, ...names })
  }
  system(
    kind: 'ai_notice' | 'hand_over' | 'event',
    after_ms: number,
    body: string,
    details: MessageDetails = {},
  ): void {
    this.at += after_ms
    this.push({ author: 'system', kind, body, details, is_visible: true })
  }
  push(happening: Omit<SeedMessage, 'at'>): void {
    this.happenings.push({ ...happening, at: Math.round(this.at) })
  }
}
