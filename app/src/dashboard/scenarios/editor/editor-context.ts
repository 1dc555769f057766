import type { ChosenHubspotProperty, CustomField, Flow, Scenario, ScenarioNumbers } from '@ozvi/contract'
import { createContext, type Dispatch, useContext } from 'react'
import type { Option } from '#ui/input.tsx'
import type { EditorAction } from './editor-state.ts'

/** What the parts of the editor have in common. */
export interface EditorParts {
  integration_id: string
  scenario: Scenario
  flow: Flow
  dispatch: Dispatch<EditorAction>
  isReadOnly: boolean
  /** What the flow can refer to. */
  references: {
    members: readonly Option[]
    teams: readonly Option[]
    tags: readonly Option[]
    scenarios: readonly Option[]
    /** Those that can be started. */
    published: readonly string[]
    contactFields: readonly Option[]
    conversationFields: readonly Option[]
    /** Of contacts and conversations. */
    customFields: readonly Pick<CustomField, 'id' | 'type' | 'options'>[]
    /** Names of secrets, with the server that each is sent to. */
    secrets: ReadonlyMap<string, string>
    /** Ids of uploaded images. */
    images: ReadonlySet<string>
    /** Whether the assistant has something to answer from. */
    hasContent: boolean
    hubspot: {
      isConnected: boolean
      hasTicketAccess: boolean
      /** Domain or number of the connected account. */
      account: string | null
      /** Those that conditions can read. */
      properties: readonly ChosenHubspotProperty[]
    }
    /** Whether all of them were read. */
    isReady: boolean
  }
}
/** Numbers of steps that runs entered, while the numbers are shown. Apart, because every step shows its own. */
export const FiguresContext = createContext<ReadonlyMap<string, ScenarioNumbers['steps'][number]>>(new Map())
export const EditorContext = createContext<EditorParts | null>(null)
export function useEditorParts(): EditorParts {
  const parts = useContext(EditorContext)
  if (!parts) throw new Error('This hook must be used inside the scenario editor')
  return parts
}
