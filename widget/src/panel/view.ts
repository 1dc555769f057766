import type { VisitorMessage } from '@ozvi/contract'
import type { Boot } from './boot.ts'
import { newId } from './ids.ts'
import { createKeepsakes } from './keepsakes.ts'
import { createState } from './state.ts'

export interface ViewState {
  is_open: boolean
  /** False if a panel left open is restored on another page: the visitor is reading that page. */
  takes_focus: boolean
  /** The current conversation; null: home. */
  conversation_id: string | null
  /** The message being replied to. */
  answered: VisitorMessage | null
  /** Counts texts set by the host page, so that each is shown. */
  prefills: number
}

/**
 * The visitor's position in the panel, and drafts. Kept per tab, so that navigating the customer's site
 * neither closes the conversation nor loses a draft.
 */
export function createView(boot: Boot) {
  const kept = createKeepsakes(`ozvi:${boot.key}:`, () => sessionStorage)
  const state = createState<ViewState>({
    is_open: false,
    takes_focus: false,
    conversation_id: kept.get('conversation') || null,
    answered: null,
    prefills: 0,
  })
  let prefilled = ''
  const fresh = new Set<string>()
  const show = (conversation_id: string | null) => {
    kept.set('conversation', conversation_id ?? '')
    state.set({ conversation_id, answered: null, takes_focus: true })
  }
  const draft = (conversation_id: string) => kept.get(`draft:${conversation_id}`) ?? ''
  /** Moves a draft when its conversation continues in another one. */
  function moveDraft(from_id: string, to_id: string) {
    const body = draft(from_id)
    if (!body || draft(to_id)) return
    keepDraft(to_id, body)
    keepDraft(from_id, '')
  }
  const keepDraft = (conversation_id: string, body: string) => kept.set(`draft:${conversation_id}`, body)
  /** Text from the host page waits until a conversation is shown. */
  function pour() {
    const { is_open, conversation_id, prefills } = state.get()
    if (!prefilled || !is_open || !conversation_id) return
    keepDraft(conversation_id, prefilled)
    prefilled = ''
    state.set({ prefills: prefills + 1 })
  }
  return {
    state,
    setOpen(is_open: boolean, takes_focus = true) {
      state.set({ is_open, takes_focus })
      pour()
    },
    showHome: () => show(null),
    showConversation(conversation_id: string) {
      show(conversation_id)
      pour()
    },
    /** The id is chosen here; the server gets it with the first message. */
    showNewConversation() {
      const id = newId()
      fresh.add(id)
      this.showConversation(id)
      return id
    },
    /** Started on this page, so there is nothing to load. */
    isFresh: (conversation_id: string) => fresh.has(conversation_id),
    answer: (answered: VisitorMessage | null) => state.set({ answered }),
    draft,
    keepDraft,
    moveDraft,
    prefill(text: string) {
      prefilled = text
      pour()
    },
    hasPrefill: () => prefilled !== '',
    /** Whether the visitor declined to leave contact details. */
    isReachDeclined: () => kept.get('reach') === 'no',
    declineReach: () => kept.set('reach', 'no'),
    /** Whether the preview of this message was closed. */
    isPeekClosed: (key: string) => kept.get('peek') === key,
    closePeek(key: string) {
      kept.set('peek', key)
      state.set({})
    },
    /** Whether the visitor declined to rate this conversation. */
    isRatingDeclined: (conversation_id: string) => kept.get(`rating:${conversation_id}`) === 'no',
    declineRating: (conversation_id: string) => kept.set(`rating:${conversation_id}`, 'no'),
    forget() {
      kept.clear()
      prefilled = ''
      state.set({ conversation_id: null })
    },
  }
}
export type View = ReturnType<typeof createView>
