import { fireEvent } from '@testing-library/react'

/** The rows that are shown, and the numbers that `rowOf` gave them. */
export const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-conversation]')]
export const shownNumbers = () =>
  rowLinks().map((row) => String(Number(row.getAttribute('data-conversation')?.slice(-12) ?? NaN)))

/** Presses a key where the focus is. */
export const press = (key: string, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key })
