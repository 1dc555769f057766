import type { Message } from '@ozvi/contract'
import type { RawBuilder } from 'kysely'
import type { Context, Tx } from '#platform/context/context.ts'
import type { Actor, Proposed, Stored } from '../messages/entry.ts'
import type { UpdatedConversation } from '../record/rows.ts'

interface Step<Read, Result> {
  name: string
  /**
   * JSON that the step needs from the database, as an expression over the changed conversation. The statement that
   * stores the entry returns it, so the step needs no query of its own.
   */
  read?: (proposed: Proposed) => RawBuilder<Read> | undefined
  /** Applies to every entry by default. */
  when?: (stored: Stored) => boolean
  /** @param read the value of `read`; undefined if it returned no expression */
  run: (ctx: Context, tx: Tx, stored: Stored, read: Read | undefined) => Result
}
/** Computes further changes to the conversation, which must be final before anything is emitted. */
export type Settling<Read = unknown> = Step<Read, Promise<Partial<UpdatedConversation> | undefined>>
/** An event of the thread that only the team sees. */
export interface FollowUp {
  by: Actor
  details: Message['details']
}
/** Runs in the entry's transaction. Returns an event to append when all reactions have run. */
export type Reaction<Read = unknown> = Step<Read, Promise<FollowUp | undefined | void>>

/** A row of the table. Only its own `run` receives the value of `read`, so the table doesn't know the type. */
export const settling = <Read>(step: Settling<Read>): Settling => step as Settling
export const reaction = <Read>(step: Reaction<Read>): Reaction => step as Reaction
