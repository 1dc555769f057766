import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './assistant-settings.schema.ts'

export type { FirstAnswerer, AnswerLength, AssistantSettings } from './assistant-settings.schema.ts'

export const assistantNameMax = 40
export const teamTopicsMax = 50
/** Allowed thresholds of the confidence levels, in percent. */
export const answerConfidenceRange = { min: 40, max: 95 } as const
export const mayHelpConfidenceRange = { min: 10, max: 90 } as const
export const firstAnswerers = ['assistant', 'team', 'assistant_out_of_hours'] as const
export const answerLengths = ['short', 'full'] as const

const path = '/api/integration/:integration_id/assistant/settings'
export const getAssistantSettings = defineRoute<typeof schema.getAssistantSettings>()('GET', path)
/**
 * Updates the assistant's settings.
 * @throws Problem `invalid_input` on `may_help_confidence_min`: above `answer_confidence_min`
 */
export const updateAssistantSettings = defineRoute<typeof schema.updateAssistantSettings>()('PUT', path)
export const assistantSettingsChanged = defineEvent<typeof schema.assistantSettingsChanged>()(
  'AssistantSettingsChanged',
  workspaceChannel,
)
