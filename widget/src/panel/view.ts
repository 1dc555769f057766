import type { VisitorMessage } from '@ozvi/contract'
import type { Boot } from './boot.ts'
import { newId } from './ids.ts'
import { createStorage } from './storage.ts'
import { createState } from './state.ts'

export interface ViewState {
  is_open: boolean
  /** False if a panel left open is restored on another page: the visitor is reading that page. */
  takes_focus: boolean
  /** The current conversation; null: home. */
  conversation_id: string | null
  /** The message being replied to. */
  replyTarget: VisitorMessage | null
  /** Counts texts set by the host page, so that each is shown. */
  prefills: number
}

/**
 * The visitor's position in the panel, and drafts. Kept per tab, so that navigating the customer's site
 * neither closes the conversation nor loses a draft.
 */
export function createView(boot: Boot) {
  const storage = createStorage(`ozvi:${boot.key}:`, () => sessionStorage)
  const state = createState<ViewState>({
    is_open: false,
    takes_focus: false,
    conversation_id: storage.get('conversation') || null,
    replyTarget: null,
    prefills: 0,
  })
  let prefilled = ''
  const newIds = new Set<string>()
  const show = (conversation_id: string | null) => {
    storage.set('conversation', conversation_id ?? '')
    state.set({ conversation_id, replyTarget: null, takes_focus: true })
  }
  const draft = (conversation_id: string) => storage.get(`draft:${conversation_id}`) ?? ''
  /** Moves a draft when its conversation continues in another one. */
  function moveDraft(from_id: string, to_id: string) {
    const body = draft(from_id)
    if (!body || draft(to_id)) return
    saveDraft(to_id, body)
    saveDraft(from_id, '')
  }
  const saveDraft = (conversation_id: string, body: string) => storage.set(`draft:${conversation_id}`, body)
  /** Text from the host page waits until a conversation is shown. */
  function flushPendingText() {
    const { is_open, conversation_id, prefills } = state.get()
    if (!prefilled || !is_open || !conversation_id) return
    saveDraft(conversation_id, prefilled)
    prefilled = ''
    state.set({ prefills: prefills + 1 })
  }
  return {
    state,
    setOpen(is_open: boolean, takes_focus = true) {
      state.set({ is_open, takes_focus })
      flushPendingText()
    },
    showHome: () => show(null),
    showConversation(conversation_id: string) {
      show(conversation_id)
      flushPendingText()
    },
    /** The id is chosen here; the server gets it with the first message. */
    showNewConversation() {
      const id = newId()
      newIds.add(id)
      this.showConversation(id)
      return id
    },
    /** Started on this page, so there is nothing to load. */
    isFresh: (conversation_id: string) => newIds.has(conversation_id),
    setReplyTarget: (replyTarget: VisitorMessage | null) => state.set({ replyTarget }),
    draft,
    saveDraft,
    moveDraft,
    prefill(text: string) {
      prefilled = text
      flushPendingText()
    },
    hasPrefill: () => prefilled !== '',
    /** Whether the visitor declined to leave contact details. */
    isContactFormDeclined: () => storage.get('reach') === 'no',
    declineContactForm: () => storage.set('reach', 'no'),
    /** Whether the preview of this message was closed. */
    isPeekClosed: (key: string) => storage.get('peek') === key,
    closePeek(key: string) {
      storage.set('peek', key)
      state.set({})
    },
    /** Whether the visitor declined to rate this conversation. */
    isRatingDeclined: (conversation_id: string) => storage.get(`rating:${conversation_id}`) === 'no',
    declineRating: (conversation_id: string) => storage.set(`rating:${conversation_id}`, 'no'),
    forget() {
      storage.clear()
      prefilled = ''
      state.set({ conversation_id: null })
    },
  }
}
export type View = ReturnType<typeof createView>
