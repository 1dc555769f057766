import {
  type BehaviorSettings,
  behaviorSwitches,
  brandColors,
  type ClientSettings,
  launcherLook,
  launcherOffsetMax_px,
  type LauncherSettings,
  type Locale,
} from '@ozvi/contract'
import type { ClientChanges } from './data.ts'

/** Every form field, numbers as text; lists have one entry per line. */
export interface Fields extends Record<(typeof behaviorSwitches)[number], boolean> {
  color: string
  side: ClientSettings['side']
  theme: ClientSettings['theme']
  launcher_icon: LauncherSettings['icon']
  launcher_corners: LauncherSettings['corners']
  launcher_offset_x_px: string
  launcher_offset_y_px: string
  launcher_text_en: string
  launcher_text_sk: string
  reopen_days: string
  greeting_en: string
  intro_en: string
  greeting_sk: string
  intro_sk: string
  hosts: string
  hide_on: string
}
export type FieldName = keyof Fields
/** Unsaved changes. Everything else follows the stored settings. */
export type Edits = Partial<Fields>

/** Formats a rule for people; an unreadable one is shown as stored. */
function readable(rule: string): string {
  try {
    return decodeURI(rule)
  } catch {
    return rule
  }
}
export const fieldsOf = ({
  color,
  side,
  theme,
  launcher,
  behavior,
  texts,
  hosts,
  hide_on,
}: ClientSettings): Fields => ({
  color,
  side,
  theme,
  launcher_icon: launcher.icon,
  launcher_corners: launcher.corners,
  launcher_offset_x_px: String(launcher.offset_x_px),
  launcher_offset_y_px: String(launcher.offset_y_px),
  launcher_text_en: launcher.text_en,
  launcher_text_sk: launcher.text_sk,
  ...behavior,
  reopen_days: String(behavior.reopen_days),
  greeting_en: texts.en.greeting,
  intro_en: texts.en.intro,
  greeting_sk: texts.sk.greeting,
  intro_sk: texts.sk.intro,
  hosts: hosts.join('\n'),
  hide_on: hide_on.map(readable).join('\n'),
})

/** Changes one field; a value equal to the stored one is no change. */
export function edit<N extends FieldName>(edits: Edits, stored: Fields, name: N, value: Fields[N]): Edits {
  const { [name]: _, ...otherEdits } = edits
  // The rest are edits as well; the key keeps its type.
  return (value === stored[name] ? otherEdits : { ...otherEdits, [name]: value }) as Edits
}

/** Parses a color as `#rrggbb`: without `#`, or with three digits. Null if invalid. */
export function toColor(typed: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim())?.[1]?.toLowerCase()
  if (!digits) return null
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Non-empty lines with their line number, starting at 1. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter(({ text: line }) => line !== '')

/** An empty or unreadable number is sent as typed, for the server to name it. */
const numberOf = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))
function launcherChanges(edits: Edits): Partial<LauncherSettings> {
  const { launcher_icon, launcher_corners, launcher_offset_x_px, launcher_offset_y_px } = edits
  const { launcher_text_en, launcher_text_sk } = edits
  return {
    ...(launcher_icon === undefined ? {} : { icon: launcher_icon }),
    ...(launcher_corners === undefined ? {} : { corners: launcher_corners }),
    ...(launcher_offset_x_px === undefined ? {} : { offset_x_px: numberOf(launcher_offset_x_px) }),
    ...(launcher_offset_y_px === undefined ? {} : { offset_y_px: numberOf(launcher_offset_y_px) }),
    ...(launcher_text_en === undefined ? {} : { text_en: launcher_text_en }),
    ...(launcher_text_sk === undefined ? {} : { text_sk: launcher_text_sk }),
  }
}

function behaviorChanges(edits: Edits): Partial<BehaviorSettings> {
  const changes: Partial<BehaviorSettings> =
    edits.reopen_days === undefined ? {} : { reopen_days: numberOf(edits.reopen_days) }
  for (const name of behaviorSwitches) if (edits[name] !== undefined) changes[name] = edits[name]
  return changes
}

/** The request: changed fields only, both texts of a language together. */
export function changesOf(edits: Edits, stored: Fields): ClientChanges {
  const inLocale = (locale: Locale) =>
    edits[`greeting_${locale}`] === undefined && edits[`intro_${locale}`] === undefined
      ? {}
      : { [locale]: { greeting: stored[`greeting_${locale}`], intro: stored[`intro_${locale}`] } }
  const texts = { ...inLocale('en'), ...inLocale('sk') }
  const launcher = launcherChanges(edits)
  const behavior = behaviorChanges(edits)
  return {
    ...(edits.color === undefined ? {} : { color: toColor(edits.color) ?? edits.color }),
    ...(edits.side === undefined ? {} : { side: edits.side }),
    ...(edits.theme === undefined ? {} : { theme: edits.theme }),
    ...(Object.keys(launcher).length === 0 ? {} : { launcher }),
    ...(Object.keys(behavior).length === 0 ? {} : { behavior }),
    ...(Object.keys(texts).length === 0 ? {} : { texts }),
    ...(edits.hosts === undefined ? {} : { hosts: linesOf(edits.hosts).map(({ text }) => text) }),
    ...(edits.hide_on === undefined ? {} : { hide_on: linesOf(edits.hide_on).map(({ text }) => text) }),
  }
}

function fieldNameOf(first: string, second: string, third: string): string {
  if (first === 'texts') return `${third}_${second}`
  if (first === 'launcher') return `launcher_${second}`
  return first === 'behavior' ? second : first
}

/**
 * Maps server errors to form fields: `texts.sk.greeting` is `greeting_sk`, `hosts.1` is a line of `hosts`.
 *
 * @param inLine adds the number of the line to a message
 */
export function errorsByField(
  errors: Record<string, string[]>,
  stored: Fields,
  inLine: (line: number, sentence: string) => string,
): Record<string, string[]> {
  const errorsByName: Record<string, string[]> = {}
  for (const [path, sentences] of Object.entries(errors)) {
    const [first = '', second = '', third = ''] = path.split('.')
    const isLine = (first === 'hosts' || first === 'hide_on') && second !== ''
    const name = fieldNameOf(first, second, third)
    const line = isLine ? (linesOf(stored[first])[Number(second)]?.number ?? 1) : 0
    const shownErrors = isLine ? sentences.map((sentence) => inLine(line, sentence)) : sentences
    errorsByName[name] = [...(errorsByName[name] ?? []), ...shownErrors]
  }
  return errorsByName
}

/** For the preview, a distance that can't be saved is the stored one. */
function shownPixels(typed: string, stored: string): number {
  const pixels = numberOf(typed)
  return Number.isInteger(pixels) && pixels >= 0 && pixels <= launcherOffsetMax_px ? pixels : Number(stored)
}

type Switches = Pick<BehaviorSettings, (typeof behaviorSwitches)[number]>
// The keys are those of the list.
const switchesOf = (fields: Switches) =>
  Object.fromEntries(behaviorSwitches.map((name) => [name, fields[name]])) as unknown as Switches

/** The theme for the preview, as in the widget's `look` command. */
export function appearanceOf(fields: Fields, stored: Fields, locale: Locale, theme: ClientSettings['theme']) {
  return {
    ...brandColors(toColor(fields.color) ?? stored.color),
    side: fields.side,
    theme: fields.theme === 'auto' ? theme : fields.theme,
    launcher: launcherLook({
      icon: fields.launcher_icon,
      corners: fields.launcher_corners,
      offset_x_px: shownPixels(fields.launcher_offset_x_px, stored.launcher_offset_x_px),
      offset_y_px: shownPixels(fields.launcher_offset_y_px, stored.launcher_offset_y_px),
      text_en: fields.launcher_text_en.trim(),
      text_sk: fields.launcher_text_sk.trim(),
    }),
    behavior: {
      reopen_days: Number(fields.reopen_days),
      ...switchesOf(fields),
    },
    greeting: fields[`greeting_${locale}`].trim(),
    intro: fields[`intro_${locale}`].trim(),
  }
}
export type Appearance = ReturnType<typeof appearanceOf>
