import type { Handler } from '../conversations/conversations.ts'
import type { MessageFormValues } from '../conversations/messages.ts'
import type { VisitorMessage } from '../visitors/visitors.ts'

/*
 * What the editor and the chat exchange in the test of a scenario. The engine runs in the editor, and nothing is sent
 * to the server.
 */

/** Everything that was said so far, and who answers now. */
export interface SimulatedChat {
  messages: readonly VisitorMessage[]
  handler: Handler
}
/** What the customer does. */
export type SimulatedInput =
  | { kind: 'message'; text: string; files: readonly string[]; wants_person: boolean }
  | { kind: 'button'; id: string; text: string }
  | { kind: 'form'; values: MessageFormValues }
