import { commandAction, isUnavailable } from './active.ts'
import { combinationOf } from './combination.ts'
import { keymap } from './keymap.ts'
import { isReserved } from './reserved-keys.ts'
import { type CommandName, commandNames, table } from './table.ts'

/** Time limit for the second key of a sequence. */
const sequenceWithin_ms = 1_500

/** Checkboxes aren't text fields. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  !target.matches('[type=checkbox]') &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Dialogs, menus and popovers have their own keys. */
const overlay = ':is([role=dialog], [role=alertdialog], [role=menu])'
/** Those that close when the focus leaves them. */
const popover = ':is([data-radix-popper-content-wrapper] *, [data-popover])'
const isOpen = (selector: string) => document.querySelector(selector) !== null

/**
 * Listens for shortcuts. Single keys are ignored while typing; none work over a dialog, and only the palette's over a
 * popover or menu.
 *
 * @param onCommand called with the command
 * @param onUnavailable called with a command that can't act on the conversation that is shown
 * @returns stops listening
 */
export function listenForShortcuts(
  onCommand: (name: CommandName) => void,
  onUnavailable: (name: CommandName) => void,
): () => void {
  let firstKey = ''
  let first_at = 0
  function onKey(event: KeyboardEvent) {
    const pressed = event.defaultPrevented ? undefined : combinationOf(event)
    if (!pressed) return
    const isPlain = !pressed.startsWith('Mod+')
    const { has_single_keys, keys } = keymap()
    if (isOpen(overlay) && (pressed !== keys.command_bar || isOpen(`${overlay}:not(${popover})`))) return
    if (
      isTyping(event.target)
        ? isPlain || isReserved(pressed)
        : isPlain && !has_single_keys && pressed !== 'Escape'
    )
      return
    const previousKey = event.timeStamp - first_at < sequenceWithin_ms ? firstKey : ''
    const commandOf = (key: string) => commandNames.find((name) => keys[name] === key && commandAction(name))
    const command = (previousKey && commandOf(`${previousKey} ${pressed}`)) || commandOf(pressed)
    const isPrefix = !command && commandNames.some((name) => keys[name]?.startsWith(`${pressed} `))
    firstKey = isPrefix ? pressed : ''
    first_at = event.timeStamp
    if (!command) {
      const unavailable = commandNames.find(
        (name) => keys[name] === pressed && table[name].group === 'conversation' && isUnavailable(name),
      )
      if (unavailable && !previousKey) onUnavailable(unavailable)
      return
    }
    event.preventDefault()
    onCommand(command)
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
