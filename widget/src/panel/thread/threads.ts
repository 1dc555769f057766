import { createThread, type Thread, type ThreadOptions, type ThreadState } from './thread.ts'

interface ThreadsOptions {
  read: (
    conversation_id: string,
    range: Parameters<ThreadOptions['read']>[0],
  ) => ReturnType<ThreadOptions['read']>
  onChange: (states: Record<string, ThreadState>) => void
  /** @param seq of the newest message that isn't the visitor's own; 0 if there is none */
  onReceived: (conversation_id: string, seq: number) => void
}
/** The threads that were opened, by conversation. */
export function createThreads({ read, onChange, onReceived }: ThreadsOptions) {
  const threads = new Map<string, Thread>()
  let states: Record<string, ThreadState> = {}
  function change(next: Record<string, ThreadState>) {
    states = next
    onChange(states)
  }
  return {
    get: (conversation_id: string) => threads.get(conversation_id),
    open(conversation_id: string): Thread {
      const existing = threads.get(conversation_id)
      if (existing) return existing
      const thread = createThread({
        read: (range) => read(conversation_id, range),
        onChange(current) {
          change({ ...states, [conversation_id]: current })
          onReceived(
            conversation_id,
            current.messages.findLast(({ author }) => author !== 'contact')?.seq ?? 0,
          )
        },
      })
      threads.set(conversation_id, thread)
      return thread
    },
    remove(conversation_id: string) {
      threads.get(conversation_id)?.close()
      threads.delete(conversation_id)
      const { [conversation_id]: _, ...others } = states
      change(others)
    },
    close() {
      for (const thread of threads.values()) thread.close()
      threads.clear()
      change({})
    },
    nudge() {
      for (const thread of threads.values()) thread.nudge()
    },
  }
}
