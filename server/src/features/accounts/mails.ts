import { randomUUID } from 'node:crypto'
import type { Locale } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { mailBody, type MailOutcome, plainName } from '#platform/mail/index.ts'

const words = {
  en: {
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    footer:
      'You’re receiving this email because of activity on your Ozvi account. If it wasn’t you, you can ignore it.',
    verify_email: {
      subject: 'Confirm your email address',
      lines: ['Please confirm your email address. The link is valid for 24 hours and works once.'],
      action: 'Confirm address',
    },
    change_email: {
      subject: 'Confirm your new email address',
      lines: [
        'Please confirm your new email address: open the link in a browser where you’re signed in. Until then, your account keeps the old one. The link is valid for 24 hours and works once.',
      ],
      action: 'Confirm new address',
    },
    reset_password: {
      subject: 'Choose a new password',
      lines: ['Use the link below to choose a new password. The link is valid for one hour and works once.'],
      action: 'Choose a new password',
    },
    password_changed: {
      subject: 'Your password was changed',
      lines: [
        'Your password was just changed. If this wasn’t you, reset it now with “Forgot your password?” on the sign-in page.',
      ],
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      lines: [
        'You can now use it to sign in. If this wasn’t you, remove the passkey on your account page and change your password now.',
      ],
    },
    passkey_removed: {
      subject: 'A passkey was removed from your account',
      lines: ['It can no longer be used to sign in. If this wasn’t you, change your password now.'],
    },
    sso_linked: {
      subject: 'Your account was connected to single sign-on',
      lines: [
        'Your company’s identity provider can now sign you in to its workspace. If this wasn’t you, unlink it on your account page, change your password now and tell an owner of the workspace.',
      ],
    },
    sso_unlinked: {
      subject: 'Your account was disconnected from single sign-on',
      lines: [
        'Your company’s identity provider can no longer sign you in to its workspace. Use your password or a passkey. If the workspace requires single sign-on, sign in with it again to link it. If this wasn’t you, change your password now.',
      ],
    },
    two_factor_on: {
      subject: 'Two-factor authentication is on',
      lines: [
        'Signing in now requires a code from your authenticator app. If this wasn’t you, change your password now.',
      ],
    },
    two_factor_off: {
      subject: 'Two-factor authentication is off',
      lines: [
        'You can sign in with your password alone again. If this wasn’t you, change your password now.',
      ],
    },
    two_factor_reset: {
      subject: 'Your two-factor authentication was reset',
      lines: [
        'The owner of your workspace reset two-factor authentication for your account and you were signed out everywhere. Sign in with your password and set it up again.',
      ],
    },
    password_reset: {
      subject: 'Your password was reset',
      done: 'Your password was reset with a link sent by email and you were signed out everywhere.',
      passkeys:
        'Your passkeys still work. If you don’t recognize one of them, remove it on your account page.',
      sso: (workspaces: string) =>
        `Single sign-on still works in these workspaces: ${workspaces}. If you don’t recognize one, unlink it on your account page.`,
      not_you: 'If this wasn’t you, reset it again now with “Forgot your password?” on the sign-in page.',
    },
    email_changed: {
      subject: 'Your email address was changed',
      lines: [
        'The email address of your account was changed and the new address was confirmed.',
        'If this wasn’t you, restore this address within 7 days. Everyone is then signed out of the account and you choose a new password.',
      ],
      action: 'Restore this address',
    },
    address_taken: {
      subject: 'You already have an account',
      lines: [
        'Someone tried to use this address for another Ozvi account. It already belongs to yours, so nothing has changed. If it was you, sign in with this address or reset your password.',
      ],
      action: 'Sign in',
    },
    email_changing: {
      subject: 'Your email address is about to change',
      lines: [
        'Someone signed in to your account asked to change its email address. It changes once the new address is confirmed. If this wasn’t you, change your password now.',
      ],
    },
  },
  sk: {
    hello: (name: string) => (name ? `Dobrý deň, ${name},` : 'Dobrý deň,'),
    footer:
      'Tento e-mail dostávate pre aktivitu vo vašom účte Ozvi. Ak ste to neboli vy, môžete ho ignorovať.',
    verify_email: {
      subject: 'Potvrďte svoju e-mailovú adresu',
      lines: ['potvrďte, prosím, svoju e-mailovú adresu. Odkaz platí 24 hodín a môžete ho použiť iba raz.'],
      action: 'Potvrdiť adresu',
    },
    change_email: {
      subject: 'Potvrďte svoju novú e-mailovú adresu',
      lines: [
        'potvrďte, prosím, svoju novú e-mailovú adresu: otvorte odkaz v prehliadači, v ktorom ste prihlásení. Dovtedy zostáva v účte pôvodná. Odkaz platí 24 hodín a môžete ho použiť iba raz.',
      ],
      action: 'Potvrdiť novú adresu',
    },
    reset_password: {
      subject: 'Zvoľte si nové heslo',
      lines: ['nové heslo si zvolíte cez odkaz nižšie. Odkaz platí hodinu a môžete ho použiť iba raz.'],
      action: 'Zvoliť nové heslo',
    },
    password_changed: {
      subject: 'Vaše heslo bolo zmenené',
      lines: [
        'vaše heslo bolo práve zmenené. Ak ste to neboli vy, hneď si zvoľte nové cez „Zabudli ste heslo?“ na prihlasovacej stránke.',
      ],
    },
    passkey_added: {
      subject: 'K vášmu účtu pribudol prístupový kľúč',
      lines: [
        'odteraz sa ním môžete prihlásiť. Ak ste to neboli vy, odstráňte ho na stránke účtu a hneď si zmeňte heslo.',
      ],
    },
    passkey_removed: {
      subject: 'Z vášho účtu bol odstránený prístupový kľúč',
      lines: ['už sa ním nedá prihlásiť. Ak ste to neboli vy, hneď si zmeňte heslo.'],
    },
    sso_linked: {
      subject: 'Váš účet je prepojený s jednotným prihlásením',
      lines: [
        'do pracovného priestoru vás odteraz môže prihlásiť poskytovateľ totožnosti vašej firmy. Ak ste to neboli vy, zrušte prepojenie na stránke účtu, hneď si zmeňte heslo a dajte vedieť vlastníkovi priestoru.',
      ],
    },
    sso_unlinked: {
      subject: 'Váš účet už nie je prepojený s jednotným prihlásením',
      lines: [
        'poskytovateľ totožnosti vašej firmy vás už do jej pracovného priestoru neprihlási. Použite heslo alebo prístupový kľúč. Ak priestor vyžaduje jednotné prihlásenie, prihláste sa cezeň znova a účet sa prepojí. Ak ste to neboli vy, hneď si zmeňte heslo.',
      ],
    },
    two_factor_on: {
      subject: 'Dvojstupňové prihlásenie je zapnuté',
      lines: [
        'na prihlásenie odteraz treba aj kód z overovacej aplikácie. Ak ste to neboli vy, hneď si zmeňte heslo.',
      ],
    },
    two_factor_off: {
      subject: 'Dvojstupňové prihlásenie je vypnuté',
      lines: ['na prihlásenie znova stačí samotné heslo. Ak ste to neboli vy, hneď si zmeňte heslo.'],
    },
    two_factor_reset: {
      subject: 'Vaše dvojstupňové prihlásenie bolo zrušené',
      lines: [
        'vlastník pracovného priestoru zrušil dvojstupňové prihlásenie vášho účtu a všade vás odhlásil. Prihláste sa heslom a nastavte si ho znova.',
      ],
    },
    password_reset: {
      subject: 'Vaše heslo bolo obnovené',
      done: 'vaše heslo bolo obnovené cez odkaz v e-maile a všade ste odhlásení.',
      passkeys: 'Prístupové kľúče fungujú naďalej. Ak niektorý nepoznáte, odstráňte ho na stránke účtu.',
      sso: (workspaces: string) =>
        `Jednotné prihlásenie naďalej funguje v týchto pracovných priestoroch: ${workspaces}. Ak niektorý nepoznáte, zrušte prepojenie na stránke účtu.`,
      not_you: 'Ak ste to neboli vy, hneď si zvoľte nové cez „Zabudli ste heslo?“ na prihlasovacej stránke.',
    },
    email_changed: {
      subject: 'Vaša e-mailová adresa bola zmenená',
      lines: [
        'e-mailová adresa vášho účtu bola zmenená a nová adresa je potvrdená.',
        'Ak ste to neboli vy, obnovte túto adresu do 7 dní. Z účtu budú všetci odhlásení a zvolíte si nové heslo.',
      ],
      action: 'Obnoviť túto adresu',
    },
    address_taken: {
      subject: 'Účet už máte',
      lines: [
        'niekto chcel túto adresu použiť pre iný účet Ozvi. Adresa už patrí k vášmu účtu, preto sa nič nezmenilo. Ak ste to boli vy, prihláste sa touto adresou alebo si obnovte heslo.',
      ],
      action: 'Prihlásiť sa',
    },
    email_changing: {
      subject: 'Vaša e-mailová adresa sa má zmeniť',
      lines: [
        'niekto prihlásený vo vašom účte požiadal o zmenu e-mailovej adresy. Zmení sa po potvrdení novej adresy. Ak ste to neboli vy, hneď si zmeňte heslo.',
      ],
    },
  },
} as const

interface Recipient {
  name: string
  email: string
  locale: Locale
}
const paths = {
  verify_email: '/verify-email',
  change_email: '/verify-email',
  reset_password: '/auth/reset-password',
}

interface AccountMail {
  kind: 'account' | 'notice'
  to: Recipient
  subject: string
  lines: readonly string[]
  action?: { label: string; url: string }
}
async function queueMail(
  ctx: Context,
  tx: Tx,
  { kind, to, subject, lines, action }: AccountMail,
): Promise<MailOutcome> {
  const { hello, footer } = words[to.locale]
  const body = mailBody({
    greeting: hello(plainName(to.name)),
    paragraphs: [...lines],
    footer,
    ...(action ? { action } : {}),
  })
  return ctx.mail.queue(tx, { kind, message_id: randomUUID(), to: to.email, subject, ...body })
}

export async function mailLink(
  ctx: Context,
  tx: Tx,
  to: Recipient,
  purpose: keyof typeof paths,
  token: string,
): Promise<MailOutcome> {
  const { subject, lines, action } = words[to.locale][purpose]
  const url = `${ctx.config.app_url}${paths[purpose]}?token=${token}`
  return queueMail(ctx, tx, { kind: 'account', to, subject, lines, action: { label: action, url } })
}

/** Notifies the previous address of a change, with a link to undo it. */
export async function mailEmailChanged(ctx: Context, tx: Tx, to: Recipient, token: string): Promise<void> {
  const { subject, lines, action } = words[to.locale].email_changed
  const url = `${ctx.config.app_url}/undo-email-change?token=${token}`
  await queueMail(ctx, tx, { kind: 'notice', to, subject, lines, action: { label: action, url } })
}

/**
 * To the owner of an address that someone requested for another account. Contains no names, because the
 * requester chose them.
 */
export function mailAddressTaken(
  ctx: Context,
  tx: Tx,
  { email, locale }: Pick<Recipient, 'email' | 'locale'>,
): Promise<MailOutcome> {
  const { subject, lines, action } = words[locale].address_taken
  const url = `${ctx.config.app_url}/auth`
  const to = { name: '', email, locale }
  return queueMail(ctx, tx, { kind: 'account', to, subject, lines, action: { label: action, url } })
}

const namesMax = 10

/**
 * Notifies a user that their password was reset, and of the ways to sign in that still work.
 *
 * @param remaining `workspaces` are those whose single sign-on can sign the user in
 */
export async function mailPasswordReset(
  ctx: Context,
  tx: Tx,
  to: Recipient,
  { has_passkeys, workspaces }: { has_passkeys: boolean; workspaces: readonly string[] },
): Promise<void> {
  const { subject, done, passkeys, sso, not_you } = words[to.locale].password_reset
  const names = workspaces.slice(0, namesMax).map((name) => plainName(name) || '…')
  if (workspaces.length > namesMax) names.push('…')
  const lines = [
    done,
    ...(has_passkeys ? [passkeys] : []),
    ...(names.length > 0 ? [sso(names.join(', '))] : []),
    not_you,
  ]
  await queueMail(ctx, tx, { kind: 'notice', to, subject, lines })
}

type Notice =
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_changing'
  | 'sso_linked'
  | 'sso_unlinked'
  | 'password_changed'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'two_factor_reset'
/** Notifies a user about a change to their account, so that they can object. */
export async function mailNotice(ctx: Context, tx: Tx, to: Recipient, notice: Notice): Promise<void> {
  const { subject, lines } = words[to.locale][notice]
  await queueMail(ctx, tx, { kind: 'notice', to, subject, lines })
}
