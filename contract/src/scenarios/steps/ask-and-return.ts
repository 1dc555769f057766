import { messageCharsRead } from '../answers.ts'
import type { Step } from '../flow.ts'
import type { Move, Turn } from '../turn.ts'

/**
 * At a step that waits for a choice: gives other text to the assistant and shows the step again after the answer, so
 * that nobody is trapped.
 */
export function askAndReturn(step: Step, turn: Turn): Move {
  const { input, state } = turn
  if (input.kind === 'message' && state.awaiting !== 'assistant') {
    const text = input.text.slice(0, messageCharsRead)
    turn.effects.push({ kind: 'ask_assistant', step_id: step.id, text, key: turn.keyOf(step) })
    return turn.wait('assistant')
  }
  if (input.kind !== 'assistant_result' || state.awaiting !== 'assistant') return 'stay'
  return input.outcome === 'wants_person' ? turn.handOver('asked_for_human') : { to: step.id }
}
