/** Groups of commands, in display order. */
export const groups = ['conversation', 'list', 'go', 'settings', 'you', 'help'] as const
export type Group = (typeof groups)[number]

/**
 * Every named command with its default shortcut: a key, a sequence (`g i`), or with modifiers (`Mod` is Ctrl,
 * ⌘ on a Mac). Labels are at `commands.{name}`.
 */
export const table = {
  reply: { group: 'conversation', key: 'r' },
  note: { group: 'conversation', key: 'n' },
  answer: { group: 'conversation', key: 'Shift+r' },
  later: { group: 'conversation', key: 'Mod+Shift+l' },
  resolve: { group: 'conversation', key: 'e' },
  reopen: { group: 'conversation', key: 'Shift+e' },
  snooze: { group: 'conversation', key: 'z' },
  assign: { group: 'conversation', key: 'a' },
  assign_me: { group: 'conversation', key: 'i' },
  take_over: { group: 'conversation', key: 't' },
  hand_back: { group: 'conversation', key: 'Shift+t' },
  tags: { group: 'conversation', key: 'l' },
  priority: { group: 'conversation', key: 'p' },
  merge: { group: 'conversation', key: 'm' },
  split: { group: 'conversation', key: 'Shift+m' },
  block: { group: 'conversation', key: 'b' },
  macro: { group: 'conversation', key: 'q' },
  scenario: { group: 'conversation', key: 'o' },
  spam: { group: 'conversation', key: '!' },
  delete: { group: 'conversation', key: '#' },
  new_conversation: { group: 'list', key: 'c' },
  next: { group: 'list', key: 'j' },
  previous: { group: 'list', key: 'k' },
  select: { group: 'list', key: 'x' },
  select_next: { group: 'list', key: 'Shift+j' },
  select_previous: { group: 'list', key: 'Shift+k' },
  select_all: { group: 'list', key: 'Shift+x' },
  unread: { group: 'list', key: 'u' },
  search: { group: 'list', key: '/' },
  filter: { group: 'list', key: 'f' },
  back: { group: 'list', key: 'Escape' },
  toggle_list: { group: 'list', key: '[' },
  toggle_contact: { group: 'conversation', key: ']' },
  home: { group: 'go', key: 'g h' },
  inbox: { group: 'go', key: 'g i' },
  contacts: { group: 'go', key: 'g c' },
  scenarios: { group: 'go', key: 'g s' },
  data_sources: { group: 'go', key: 'g d' },
  users: { group: 'go', key: 'g u' },
  settings: { group: 'go', key: 'g t' },
  undo: { group: 'you', key: 'Mod+z' },
  command_bar: { group: 'help', key: 'Mod+k' },
  keys: { group: 'help', key: '?' },
} as const satisfies Record<string, { group: Group; key: string }>
export type CommandName = keyof typeof table
/** In the order of the table. */
// Exactly its own keys.
export const commandNames = Object.keys(table) as CommandName[]
