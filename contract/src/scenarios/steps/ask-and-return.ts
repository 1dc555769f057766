import { messageCharsRead } from '../answers.ts'
import type { Step } from '../flow.ts'
import type { Move, Turn } from '../turn.ts'

/**
 * Sends text that doesn't answer the step to the assistant and shows the step again after its answer, so that no
 * customer gets stuck.
 */
export function askAndReturn(step: Step, turn: Turn): Move {
  const { input, state } = turn
  if (input.kind === 'message' && state.awaiting !== 'assistant') {
    const text = input.text.slice(0, messageCharsRead)
    turn.addEffect({ kind: 'ask_assistant', step_id: step.id, text, key: turn.keyOf(step) })
    return turn.wait('assistant')
  }
  if (input.kind !== 'assistant_result' || state.awaiting !== 'assistant') return 'stay'
  return input.outcome === 'wants_person' ? turn.handOver('asked_for_human') : { to: step.id }
}
