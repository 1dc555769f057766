import { originOf } from './request-origin.ts'

/** A value as a part of a URL. */
export const inUrl = (value: string) => encodeURIComponent(value.toWellFormed())

const linkOrigin = /^https:\/\/[\p{L}\p{M}\p{N}.-]+(?::\d{1,5})?$/u
/** Whether customers can be sent there: an https URL without a user name, whose host isn't a placeholder. */
export const isLink = (url: string): boolean => linkOrigin.test(originOf(url) ?? '') && !/[\s\\<>"]/.test(url)
