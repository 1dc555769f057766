import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Citation } from '../assistant/citations.schema.ts'
import { ClientSide, ClientTheme } from '../client/client.schema.ts'
import { consentCharsMax } from '../contacts/consents.ts'
import { Author, ConversationStatus, Handler } from '../conversations/conversations.schema.ts'
import { ButtonId, MessageFormValues } from '../conversations/message-content.schema.ts'
import {
  Message,
  MessageBody,
  MessageChange,
  MessageFiles,
  messagePage,
  ReplyTo,
  Seen,
  Typing,
} from '../conversations/messages.schema.ts'
import { RatingInput } from '../conversations/ratings.schema.ts'
import { Email, Id, Locale, properName, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { IdentityToken } from '../identity/identity.schema.ts'
import { PageRule } from '../scenarios/triggers.schema.ts'
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
  /** The name that customers see, with the id of the avatar. */
  assignee_name: z.nullable(z.string()),
  assignee_avatar: z.nullable(Id),
  /** Highest `seq` of the entries that the visitor can see. */
  last_seq: z.int(),
  seen_seq: z.int(),
  /** `seq` of the last message that a member has seen. */
  team_seen_seq: z.int(),
  /** Whether the conversation is resolved and hasn't been rated since. */
  can_rate: z.boolean(),
  /** The conversation that now contains its messages and in which it continues. */
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
  /** Id of the member's current avatar. */
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
    image: true,
    cards: true,
    button_id: true,
    form: true,
    form_values: true,
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
  /** Seconds on the page, or percent of the page's height. */
  at: z.optional(z.int()),
  /** Name of the custom event. */
  name: z.optional(z.string()),
  /** Days until it can start again; 0 for once per person. If omitted, once per visit. */
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
  /** SVG path of the icon, on a 24 × 24 grid. */
  icon: z.string(),
  /** Text next to the icon, by language; empty for none. */
  texts: z.record(Locale, z.string()),
  /** Distance from the side and from the bottom, and the corner radius, in pixels. */
  place: z.tuple([z.int(), z.int(), z.int()]),
})
export type LauncherLook = z.infer<typeof LauncherLook>

/** What the loader fetches before anything is opened: no cookie, cacheable, at most 2 KiB. */
export const WidgetConfig = z.object({
  key: z.string(),
  name: z.string(),
  locale: Locale,
  /** Available languages, including `locale`. */
  locales: z.array(Locale),
  /** The background of the launcher and the color of its icon, both `#rrggbb`. */
  color: z.string(),
  ink: z.string(),
  side: ClientSide,
  theme: ClientTheme,
  launcher: LauncherLook,
  /** The launcher is hidden on pages whose path contains one of these. */
  hide_on: z.array(z.string()),
  triggers: z.array(WidgetTrigger),
  /** URL of the panel, without a query. */
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
    /**
     * The page that the visitor opened first. The current page can differ if the site navigates without
     * loading.
     */
    landing_url: z.optional(z.string().check(z.maxLength(2_000))),
    page: z.optional(Page),
    is_preview: z._default(z.boolean(), false),
    /** Whether the visitor opened the chat. */
    is_opened: z._default(z.boolean(), false),
    /** The consent text reported by the host page; may be empty. */
    consent: z.optional(z.string().check(z.trim(), z.maxLength(consentCharsMax))),
    /** The token of a link in an email. The browser continues as the contact it was sent to. */
    return_token: z.optional(z.string().check(z.maxLength(300))),
    /**
     * The identity of the visitor, signed by the customer's server. The browser continues as that contact.
     */
    identity: z.optional(IdentityToken),
  }),
  output: z.object({
    token: z.nullable(z.string()),
    /** Another visitor used this browser before. None of their data may be kept. */
    has_changed_person: z.boolean(),
    contact: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
    /** The conversation that the link leads to; null without a link or if it leads nowhere. */
    return_conversation_id: z.nullable(Id),
    integration: z.object({ id: Id, name: z.string() }),
    /** Whether the team can take over conversations. */
    has_team: z.boolean(),
    /** Whether a new conversation of this visitor starts with the team instead of the assistant. */
    starts_with_team: z.boolean(),
    conversations: z.array(VisitorConversation),
    /** Questions that the assistant can answer from the workspace's content. */
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
    /** Fills in the form of the message in `reply_to`; `body` is replaced by the answers. */
    form_values: z.optional(MessageFormValues),
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
    /** The visitor didn't ask for it, so it doesn't start while one of their conversations is open. */
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
export const sendTranscript = schemas({
  input: z.object({ email: Email, locale: Locale }),
  output: z.object({
    /** Whether the email contains the text of the conversation. */
    has_text: z.boolean(),
  }),
  problems: ['not_found', 'blocked', 'invalid_input', 'rate_limited'],
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
  problems: ['not_found', 'blocked'],
})
export const describeVisitor = schemas({
  input: z.object({
    /** Ignored if it is empty. */
    name: z.optional(properName(0, 100)),
    email: z.optional(Email),
    claimed_by: z._default(z.enum(['page', 'visitor']), 'page'),
  }),
  output: z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) }),
  problems: ['blocked', 'invalid_input'],
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
  /** The whole text so far, so that a lost event doesn't matter. */
  body: z.string(),
})
export type AnswerProgress = z.infer<typeof AnswerProgress>
export const answerProgressed = AnswerProgress
