import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@ozvi/contract'

const root = path.join(import.meta.dirname, '../..')
export const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')

const routes = Object.values<unknown>(contract).flatMap((each) =>
  typeof each === 'object' && each !== null && 'method' in each && 'path' in each
    ? [`${String(each.method)} ${String(each.path)}`]
    : [],
)
/** Whether the API has such an operation, by method and path. */
export const hasRoute = (pattern: RegExp) => routes.some((route) => pattern.test(route))
/** Sources that declare settings. */
export const settings = [
  read('server/src/platform/context/config.ts'),
  read('server/src/platform/context/collectors.ts'),
].join('\n')
/** Whether the server reads a setting with this prefix. */
export const hasSetting = (...prefixes: string[]) =>
  prefixes.some((prefix) => new RegExp(`^ {2}${prefix}`, 'm').test(settings))
/** Whether the project has a file or folder with this name. */
export const hasFile = (folder: string, pattern: RegExp) =>
  existsSync(path.join(root, folder)) &&
  readdirSync(path.join(root, folder)).some((name) => pattern.test(name))
/** Whether the routes or schemas of a part of the contract contain something. */
export const inContract = (part: string, pattern: RegExp) =>
  ['.ts', '.schema.ts'].some((ending) => pattern.test(read(`contract/src/${part}${ending}`)))
export const inPackage = (name: string, pattern: RegExp) =>
  pattern.test(read(path.join(name, 'package.json')))
export const readsFilesOf = (...extensions: string[]) =>
  contract.fileExtensions.some((extension) => extensions.includes(extension))
