import { type ClientSettings, defaultBehavior, defaultColor, defaultLauncher } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** The stored settings, without the hosts, which belong to the workspace. */
export type Settings = Omit<ClientSettings, 'hosts'>
type Changes<T> = { [N in keyof T]?: T[N] | undefined }
export type SettingsChanges = Partial<Pick<Settings, 'color' | 'side' | 'theme' | 'hide_on'>> &
  Partial<{
    texts: Partial<Settings['texts']>
    launcher: Changes<Settings['launcher']>
    behavior: Changes<Settings['behavior']>
  }>

const none = { greeting: '', intro: '' }
/** Until something is changed. */
const defaults = { color: defaultColor, side: 'right', theme: 'auto', hide_on: [] as string[] } as const

export async function getSettings(db: Db, integration_id: string): Promise<Settings> {
  const row = await db
    .selectFrom('client_settings')
    .where('integration_id', '=', integration_id)
    .select(['color', 'side', 'theme', 'launcher', 'behavior', 'texts', 'hide_on', 'updated_at', 'version'])
    .executeTakeFirst()
  const settings = row ?? { ...defaults, launcher: {}, behavior: {}, texts: {}, updated_at: null, version: 0 }
  return {
    integration_id,
    ...settings,
    launcher: { ...defaultLauncher, ...settings.launcher },
    behavior: { ...defaultBehavior, ...settings.behavior },
    texts: { en: none, sk: none, ...settings.texts },
  }
}

/** Updates the given settings; texts by locale, launcher and behavior by field. */
export const changeSettings = (
  tx: Tx,
  integration_id: string,
  { texts = {}, launcher = {}, behavior = {}, ...fields }: SettingsChanges,
  at: string,
) =>
  tx
    .insertInto('client_settings')
    .values({
      integration_id,
      ...defaults,
      ...fields,
      launcher: JSON.stringify(launcher),
      behavior: JSON.stringify(behavior),
      texts: JSON.stringify(texts),
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({
        ...fields,
        launcher: sql`client_settings.launcher || ${JSON.stringify(launcher)}::jsonb`,
        behavior: sql`client_settings.behavior || ${JSON.stringify(behavior)}::jsonb`,
        texts: sql`client_settings.texts || ${JSON.stringify(texts)}::jsonb`,
        updated_at: at,
        version: sql`client_settings.version + 1`,
      }),
    )
    .execute()
