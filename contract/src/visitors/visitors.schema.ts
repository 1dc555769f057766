import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Citation } from '../assistant/citations.schema.ts'
import { ClientSide, ClientTheme } from '../client/client.schema.ts'
import { consentCharsMax } from '../contacts/consents.ts'
import {
  Author,
  ButtonId,
  ConversationStatus,
  Handler,
  Message,
  MessageBody,
  MessageChange,
  MessageFiles,
  messagePage,
  ReplyTo,
  Seen,
  Typing,
} from '../conversations/conversations.schema.ts'
import { RatingInput } from '../conversations/ratings.schema.ts'
import { Email, Id, Locale, text, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { IdentityToken } from '../identity/identity.schema.ts'
import { PageRule } from '../scenarios/flow.schema.ts'
import { pageTriggerKinds } from '../scenarios/flow.ts'

export const Page = z.object({
  url: z.string().check(z.maxLength(2_000)),
  title: z.string().check(z.maxLength(300)),
})
/** The conversation as its customer sees it. */
export const VisitorConversation = z.object({
  id: Id,
  subject: z.string(),
  status: ConversationStatus,
  handler: Handler,
  /** As customers know them, with the id of their picture. */
  assignee_name: z.nullable(z.string()),
  assignee_avatar: z.nullable(Id),
  /** Last `seq` among the entries this visitor may see. */
  last_seq: z.int(),
  seen_seq: z.int(),
  /** The last message seen by a member. */
  team_seen_seq: z.int(),
  /** Resolved, and not rated since. */
  may_rate: z.boolean(),
  /** The conversation in which it continues and which has its messages. */
  merged_into_id: z.nullable(Id),
  last_message_at: Time,
  last_message_preview: z.string(),
  version: z.int(),
})
export type VisitorConversation = z.infer<typeof VisitorConversation>

/** A message without anything meant for the team; never a note. */
export const VisitorMessage = z.object({
  id: Id,
  conversation_id: Id,
  seq: z.int(),
  prev: z.int(),
  author: Author,
  /** The author's name as the customer saw it when the message was sent. */
  author_name: z.nullable(z.string()),
  /** Of the picture that a member of the team has now. */
  author_avatar: z.nullable(Id),
  kind: z.enum(['text', 'answer', 'event', 'hand_over', 'ai_notice', 'rating']),
  body: z.string(),
  attachments: z.array(Attachment),
  citations: z.array(Citation),
  details: z.pick(Message.shape.details, {
    event: true,
    status: true,
    reason: true,
    band: true,
    score: true,
    target_id: true,
    reply_to: true,
    buttons: true,
    button_id: true,
  }),
  change: z.nullable(z.pick(MessageChange, { version: true, is_edited: true, is_deleted: true, at: true })),
  sent_at: Time,
})
export type VisitorMessage = z.infer<typeof VisitorMessage>

export const RealtimeAddress = z.object({
  key: z.string(),
  host: z.string(),
  port: z.int(),
  scheme: z.enum(['http', 'https']),
})
export type RealtimeAddress = z.infer<typeof RealtimeAddress>

/** A scenario that starts on a page: what has to happen there. Without `page`: on any page. */
export const WidgetTrigger = z.object({
  id: Id,
  kind: z.enum(pageTriggerKinds),
  page: z.optional(PageRule),
  /** Seconds on the page, or percent of its height. */
  at: z.optional(z.int()),
  /** Of the custom event. */
  name: z.optional(z.string()),
  /** Days until it can start again; 0: once per person. Without it: once in a visit. */
  days: z.optional(z.int()),
})
export type WidgetTrigger = z.infer<typeof WidgetTrigger>
/** The beginning of a scenario, shown beside the launcher. */
export const ScenarioBubble = z.object({
  text: z.string(),
  buttons: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type ScenarioBubble = z.infer<typeof ScenarioBubble>

/** The launcher, ready to be drawn. */
export const LauncherLook = z.object({
  /** The path of its icon, on a grid of 24. */
  icon: z.string(),
  /** Next to the icon; empty for none. */
  texts: z.record(Locale, z.string()),
  /** Distance from the side and from the bottom, and the radius of its corners, in pixels. */
  place: z.tuple([z.int(), z.int(), z.int()]),
})
export type LauncherLook = z.infer<typeof LauncherLook>

/** What the loader fetches before anything is opened: no cookie, cacheable, at most 2 KiB. */
export const WidgetConfig = z.object({
  key: z.string(),
  name: z.string(),
  locale: Locale,
  /** Languages on offer; `locale` is one of them. */
  locales: z.array(Locale),
  /** The launcher's background, and the color of its icon; both `#rrggbb`. */
  colour: z.string(),
  ink: z.string(),
  side: ClientSide,
  theme: ClientTheme,
  launcher: LauncherLook,
  /** No launcher where the page's path contains one of these. */
  hide_on: z.array(z.string()),
  triggers: z.array(WidgetTrigger),
  /** The panel's address, without query. */
  panel_url: z.string(),
})
export type WidgetConfig = z.infer<typeof WidgetConfig>
export const openVisitorSession = schemas({
  input: z.object({
    public_key: z.string().check(z.maxLength(64)),
    /** Origin of the page that embeds the widget. */
    host_origin: z.string().check(z.maxLength(300)),
    locale: Locale,
    time_zone: z.optional(z.string().check(z.maxLength(64))),
    referrer: z.optional(z.string().check(z.maxLength(2_000))),
    /** Where the host page was opened; it may have gone on since without loading. */
    landing_url: z.optional(z.string().check(z.maxLength(2_000))),
    page: z.optional(Page),
    is_preview: z._default(z.boolean(), false),
    /** Whether the visitor opened the chat. */
    is_opened: z._default(z.boolean(), false),
    /** The consent text reported by the host page; may be empty. */
    consent: z.optional(z.string().check(z.trim(), z.maxLength(consentCharsMax))),
    /** The token of a link in an email: the browser continues as the contact it was sent to. */
    way_back: z.optional(z.string().check(z.maxLength(300))),
    /** Who the visitor is, signed by the customer's server: the browser continues as that contact. */
    identity: z.optional(IdentityToken),
  }),
  output: z.object({
    token: z.nullable(z.string()),
    /** Another visitor used this browser before; none of their data may be kept. */
    has_changed_person: z.boolean(),
    contact: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
    /** What the link leads to; null without one, and where it leads nowhere any more. */
    way_back_id: z.nullable(Id),
    integration: z.object({ id: Id, name: z.string() }),
    /** Whether there is anyone to hand a conversation over to. */
    has_team: z.boolean(),
    /** Whether a new conversation of this visitor starts with the team instead of the assistant. */
    starts_with_team: z.boolean(),
    conversations: z.array(VisitorConversation),
    /** Questions the assistant can answer, made from the workspace's own content. */
    suggestions: z.array(z.string()),
    realtime: RealtimeAddress,
  }),
  problems: ['not_found', 'domain_not_allowed', 'invalid_input'],
})
export const listVisitorConversations = schemas({
  output: z.array(VisitorConversation),
  problems: [],
})
export const listVisitorMessages = schemas({
  input: messagePage,
  output: z.array(VisitorMessage),
  problems: ['not_found', 'invalid_input'],
})
export const sendVisitorMessage = schemas({
  input: z.object({
    id: Id,
    body: MessageBody,
    file_ids: MessageFiles,
    reply_to: ReplyTo,
    /** A button of the message in `reply_to`; `body` is its text. */
    button_id: z.optional(ButtonId),
    locale: Locale,
    page: z.optional(Page),
  }),
  output: VisitorMessage,
  problems: ['not_found', 'blocked', 'invalid_input'],
})
export const startVisitorScenario = schemas({
  input: z.object({
    scenario_id: Id,
    locale: Locale,
    page: Page,
    /** The visitor didn't ask for it: it doesn't start while a conversation of theirs is open. */
    is_automatic: z._default(z.boolean(), false),
  }),
  output: z.nullable(VisitorConversation),
  problems: ['not_found', 'blocked', 'invalid_input'],
})
export const requestPerson = schemas({
  output: VisitorConversation,
  problems: ['not_found', 'blocked', 'no_team'],
})
export const rateConversation = schemas({
  input: RatingInput,
  output: VisitorMessage,
  problems: ['not_found', 'blocked', 'invalid_input'],
})
export const markVisitorSeen = schemas({
  input: z.object({ seq: z.int().check(z.gte(0)) }),
  output: Nothing,
  problems: ['not_found'],
})
export const markVisitorDelivered = schemas({
  input: z.object({ seq: z.int().check(z.gte(0)) }),
  output: Nothing,
  problems: ['not_found'],
})
export const setVisitorTyping = schemas({
  input: z.object({ is_typing: z.boolean() }),
  output: Nothing,
  problems: ['not_found'],
})
export const describeVisitor = schemas({
  input: z.object({
    name: z.optional(text(1, 100)),
    email: z.optional(Email),
    said_by: z._default(z.enum(['page', 'visitor']), 'page'),
  }),
  output: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  problems: ['invalid_input'],
})
export const recordPageVisit = schemas({
  input: Page,
  output: Nothing,
  problems: ['invalid_input'],
})
export const endVisitorSession = schemas({ output: Nothing, problems: [] })
export const visitorMessageSent = VisitorMessage
export const visitorMessageChanged = VisitorMessage
export const visitorConversationChanged = VisitorConversation
export const visitorMessagesSeen = Seen
export const visitorTypingChanged = z.omit(Typing, { author_id: true })
/** An answer while it is being written; the message with the same id ends it. */
export const AnswerProgress = z.object({
  conversation_id: Id,
  message_id: Id,
  stage: z.enum(['searching', 'writing']),
  /** The whole text so far, so that a lost frame costs nothing. */
  body: z.string(),
})
export type AnswerProgress = z.infer<typeof AnswerProgress>
export const answerProgressed = AnswerProgress
