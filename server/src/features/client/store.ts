import { type ClientSettings, defaultColor } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** The stored settings, without the hosts, which belong to the workspace. */
export type Settings = Omit<ClientSettings, 'hosts'>
export type SettingsChanges = Partial<Pick<Settings, 'colour' | 'side' | 'theme' | 'texts' | 'hide_on'>>

const none = { greeting: '', intro: '' }
/** Until something is changed. */
const defaults = { colour: defaultColor, side: 'right', theme: 'auto', hide_on: [] as string[] } as const

export async function getSettings(db: Db, integration_id: string): Promise<Settings> {
  const row = await db
    .selectFrom('client_settings')
    .where('integration_id', '=', integration_id)
    .select(['colour', 'side', 'theme', 'texts', 'hide_on', 'updated_at', 'version'])
    .executeTakeFirst()
  const settings = row ?? { ...defaults, texts: {}, updated_at: null, version: 0 }
  return { integration_id, ...settings, texts: { en: none, sk: none, ...settings.texts } }
}

/** Updates the given settings; texts by locale. */
export const changeSettings = (
  tx: Tx,
  integration_id: string,
  { texts = {}, ...fields }: Omit<SettingsChanges, 'texts'> & { texts?: Partial<Settings['texts']> },
  at: string,
) =>
  tx
    .insertInto('client_settings')
    .values({ integration_id, ...defaults, ...fields, texts: JSON.stringify(texts), updated_at: at })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({
        ...fields,
        texts: sql`client_settings.texts || ${JSON.stringify(texts)}::jsonb`,
        updated_at: at,
        version: sql`client_settings.version + 1`,
      }),
    )
    .execute()
