import type { Boot } from './boot.ts'
import { createState } from './state.ts'
import { createStorage } from './storage.ts'

/** The sound of replies, unless the visitor has muted it in this browser. */
export function createSound({ key }: Boot) {
  const name = `ozvi:${key}`
  const storage = createStorage(`${name}:`, () => localStorage)
  const state = createState({ is_muted: false })
  return {
    state,
    /** Storage isn't read before the visitor has opened the chat. */
    load: () => state.set({ is_muted: storage.get('muted') === 'yes' }),
    toggle() {
      const is_muted = !state.get().is_muted
      storage.set('muted', is_muted ? 'yes' : 'no')
      state.set({ is_muted })
    },
    async play() {
      if (storage.get('muted') === 'yes') return
      const sound = await import('./reply-sound.ts').catch(() => undefined)
      await sound?.playReplySound(name)
    },
  }
}
export type Sound = ReturnType<typeof createSound>
