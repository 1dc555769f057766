import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { reopenDaysMax } from './behavior.ts'
import { clientHostsMax, clientSides, clientTextsMax, clientThemes, hideRulesMax } from './client.ts'
import { launcherCorners, launcherIcons, launcherOffsetMax_px, launcherTextMax } from './launcher.ts'
import { Locale, text, Time } from '../fields.schema.ts'
import { Host } from '../integrations/integrations.schema.ts'

export const ClientSide = z.enum(clientSides)
export type ClientSide = z.infer<typeof ClientSide>
/** `auto`: the color mode of the visitor's system. */
export const ClientTheme = z.enum(clientThemes)
export type ClientTheme = z.infer<typeof ClientTheme>
/** The panel's opening texts in one language. */
export const ClientTexts = z.object({
  greeting: text(0, clientTextsMax.greeting),
  intro: text(0, clientTextsMax.intro),
})
export type ClientTexts = z.infer<typeof ClientTexts>

const Offset = z.int().check(z.minimum(0), z.maximum(launcherOffsetMax_px))
/** The button on the customer's page. */
export const LauncherSettings = z.object({
  icon: z.enum(launcherIcons),
  corners: z.enum(launcherCorners),
  offset_x_px: Offset,
  offset_y_px: Offset,
  /** Text next to the icon, by language; empty for none. */
  text_en: text(0, launcherTextMax),
  text_sk: text(0, launcherTextMax),
})
export type LauncherSettings = z.infer<typeof LauncherSettings>

/** What visitors can do. */
export const BehaviorSettings = z.object({
  /**
   * Days after it was resolved during which a customer's message reopens a conversation. Later messages start
   * a new one.
   */
  reopen_days: z.int().check(z.minimum(0), z.maximum(reopenDaysMax)),
  /** If false, a new conversation starts only when the previous one can't be continued. */
  has_several_conversations: z.boolean(),
  accepts_files: z.boolean(),
  /** A short sound for replies that arrive while the chat isn't visible. */
  has_sound: z.boolean(),
  /** A button that inserts emoji. */
  has_emoji: z.boolean(),
  /** Visitors can have a conversation emailed to them. */
  has_transcript: z.boolean(),
  /** Pictures or initials of up to three teammates, with the names that customers see. */
  shows_team: z.boolean(),
})
export type BehaviorSettings = z.infer<typeof BehaviorSettings>

export const ClientSettings = z.object({
  integration_id: z.uuid(),
  /** `#rrggbb`. The colors in use are derived from it. */
  color: z.string(),
  side: ClientSide,
  theme: ClientTheme,
  launcher: LauncherSettings,
  behavior: BehaviorSettings,
  texts: z.record(Locale, ClientTexts),
  /** The workspace's hosts, as in `Integration`. */
  hosts: z.array(z.string()),
  /** The launcher is hidden on pages whose path contains one of these. Percent-encoded. */
  hide_on: z.array(z.string()),
  /** Null if the settings are the defaults. */
  updated_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type ClientSettings = z.infer<typeof ClientSettings>

const Color = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'color_invalid'))
/**
 * Percent-encodes characters that paths can't contain and keeps existing encoding. For a whole URL, only its
 * path counts.
 */
const encodePath = (written: string) =>
  encodeURI(written.replace(/^https?:\/\/[^/?#]+/i, '').split(/[?#]/, 1)[0] ?? '').replace(
    /%25(?=[0-9a-f]{2})/gi,
    '%',
  )
const HideRule = z.pipe(
  z.string().check(z.trim(), z.maxLength(300)),
  z.pipe(z.transform(encodePath), z.string().check(z.minLength(1), z.maxLength(100))),
)
export const getClientSettings = schemas({
  output: ClientSettings,
  problems: ['not_found'],
})
export const updateClientSettings = schemas({
  input: z.object({
    color: z.optional(Color),
    side: z.optional(ClientSide),
    theme: z.optional(ClientTheme),
    launcher: z.optional(z.partial(LauncherSettings)),
    behavior: z.optional(z.partial(BehaviorSettings)),
    texts: z.optional(z.object({ en: z.optional(ClientTexts), sk: z.optional(ClientTexts) })),
    hosts: z.optional(z.array(Host).check(z.maxLength(clientHostsMax))),
    hide_on: z.optional(z.array(HideRule).check(z.maxLength(hideRulesMax))),
  }),
  output: ClientSettings,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const clientSettingsChanged = ClientSettings
