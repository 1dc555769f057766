import type { DataSource } from '@ozvi/contract'
import type { SourceActions } from '../data.ts'
import type { useSwitchFolder } from '../folder-data.ts'

export interface TreeContext {
  source: DataSource
  canManage: boolean
  actions: SourceActions
  switchFolder: ReturnType<typeof useSwitchFolder>
}
