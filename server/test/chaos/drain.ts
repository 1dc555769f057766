import { Problem, sendVisitorMessage } from '@ozvi/contract'
import { retryUntilOk } from './caller.ts'
import type { Participants } from './participants.ts'
import type { Breach } from './oracle.ts'

/**
 * Lets all clients finish and the receivers catch up. The team's last message takes over every conversation, so
 * nothing automatic is sent there.
 *
 * @returns whether every receiver reached the end of its thread
 */
export async function drainTraffic(
  { senders, teams, held: views }: Participants,
  until: (isTrue: () => boolean) => Promise<boolean>,
): Promise<boolean> {
  await Promise.all(senders.map((sender) => sender.stop()))
  for (const { inbox, sender } of teams) {
    for (let turns = inbox.rows().length; turns > 0; turns--) await sender.sendOne()
  }
  const last = new Map(
    senders.flatMap(({ sent }) => sent).map(({ conversation_id, seq = 0 }) => [conversation_id, seq]),
  )
  return until(
    () =>
      views.every(({ conversation_id, thread }) => thread.lastSeq() >= (last.get(conversation_id) ?? 0)) &&
      teams.every(({ inbox }) => inbox.rows().every(({ id, last_seq }) => last_seq >= (last.get(id) ?? 0))),
  )
}

/** A repeated message is the same message, also across kills; its id with another text is rejected. */
export async function checkRepeats({ visitors }: Participants): Promise<Breach[]> {
  const faults: Breach[] = []
  for (const { caller, sender } of visitors) {
    const acked = sender.sent.filter(({ seq }) => seq !== undefined)
    for (const { conversation_id, id, body, seq } of [acked.at(0), acked.at(-1)].filter(
      (each) => each !== undefined,
    )) {
      const send = (text: string) =>
        caller.call(sendVisitorMessage, { conversation_id, id, body: text, locale: 'en' })
      const again = await retryUntilOk(() => send(body))
      if (again.seq !== seq)
        faults.push({ kind: 'doubled', what: `message ${id} was sent again and became another one` })
      const other = await retryUntilOk(() => send(`${body}!`)).catch((problem: unknown) => problem)
      if (!(other instanceof Problem && other.code === 'invalid_input' && other.errors?.['id']))
        faults.push({ kind: 'other', what: `the id ${id} was taken for another text` })
    }
  }
  return faults
}
