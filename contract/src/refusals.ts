import type { Locale } from './fields.ts'
import type { ProblemCode } from './kit.ts'

/** Words for each refusal as a whole. */
const problemTexts: Record<Locale, Record<ProblemCode, string>> = {
  en: {
    invalid_input: 'Some fields need attention.',
    unauthenticated: 'Please sign in.',
    csrf_invalid: 'Your session has changed. Please sign in again.',
    email_unverified: 'Please confirm your e-mail address first.',
    forbidden: 'Your role does not allow this.',
    domain_not_allowed: 'The chat may not be used on this website.',
    not_found: 'We could not find that.',
    page_not_found: 'Page not found: {detail}',
    too_large: 'That is too large.',
    unsupported_type: 'This kind of content is not accepted here.',
    rate_limited: 'Too many attempts. Please try again in {n} seconds.',
    server_error: 'Something went wrong on our side.',
    unavailable: 'We are busy right now. Please try again in a moment.',
  },
  sk: {
    invalid_input: 'Niektoré polia treba opraviť.',
    unauthenticated: 'Prihláste sa, prosím.',
    csrf_invalid: 'Vaše prihlásenie sa zmenilo. Prihláste sa, prosím, znova.',
    email_unverified: 'Najprv, prosím, potvrďte svoju e-mailovú adresu.',
    forbidden: 'Vaša rola to nedovoľuje.',
    domain_not_allowed: 'Na tejto webovej stránke sa chat nesmie používať.',
    not_found: 'Toto sme nenašli.',
    page_not_found: 'Stránka sa nenašla: {detail}',
    too_large: 'Toto je príliš veľké.',
    unsupported_type: 'Tento druh obsahu tu neprijímame.',
    rate_limited: 'Priveľa pokusov. Skúste to znova o {n} s.',
    server_error: 'Na našej strane sa niečo pokazilo.',
    unavailable: 'Práve sme vyťažení. Skúste to, prosím, o chvíľu.',
  },
}

/** Words for one field. `{n}` is the figure after the colon of a code such as `too_long:80`. */
const fieldTexts = {
  en: {
    required: 'Please fill this in.',
    type_invalid: 'This value has the wrong form.',
    choice_invalid: 'Please choose one of the options.',
    too_short: 'Use at least {n} characters.',
    too_long: 'Use at most {n} characters.',
    too_small: 'Must be at least {n}.',
    too_big: 'Must be at most {n}.',
    too_many: 'At most {n} entries.',
    unknown_field: 'This field is not known.',
    json_invalid: 'The request is not valid JSON.',
    id_invalid: 'This is not a valid identifier.',
    id_reused: 'This identifier was already used for something else.',
    email_invalid: 'Enter an e-mail address such as name@example.com.',
    email_taken: 'An account with this e-mail address already exists.',
    email_unchanged: 'This is already your e-mail address.',
    credentials_wrong: 'This e-mail address and password do not match.',
    password_wrong: 'This is not your current password.',
    password_common: 'This password is among the most common ones. Choose another.',
    password_is_email: 'The password must differ from the e-mail address.',
    token_invalid: 'This link is not valid.',
    token_expired: 'This link has expired or was used already. Ask for a new one.',
    url_invalid: 'Enter a full address such as https://example.com.',
    url_blocked: 'This address cannot be reached from here.',
    url_off_site: 'This address is not on the workspace’s own website. Add its host in the settings first.',
    host_invalid: 'Enter a host name such as example.com.',
    public_key_required: 'Public key is required',
    already_member: 'This person is already a member.',
    already_invited: 'This person has already been invited.',
    invitation_closed: 'This invitation is no longer open.',
    invitation_other_email: 'This invitation was sent to another e-mail address.',
    not_a_member: 'This person is not a member of the workspace.',
    time_past: 'Choose a time in the future.',
    status_invalid: 'The conversation cannot go to this status.',
    cursor_invalid: 'This page mark is not valid.',
    file_missing: 'Choose a file.',
    file_type: 'Only Markdown, text and HTML files can be read.',
    file_too_large: 'The file is larger than {n} MB.',
    file_encoding: 'The text encoding of the file cannot be read. Save it as UTF-8.',
    file_empty: 'The file holds no text.',
    kind_mismatch: 'This does not fit the kind of the source.',
    source_busy: 'The source is being read already.',
    socket_id_invalid: 'This is not a socket id.',
    channel_name_invalid: 'This is not a channel name.',
  },
  sk: {
    required: 'Vyplňte toto pole.',
    type_invalid: 'Táto hodnota má nesprávny tvar.',
    choice_invalid: 'Vyberte jednu z možností.',
    too_short: 'Použite aspoň {n} znakov.',
    too_long: 'Použite najviac {n} znakov.',
    too_small: 'Musí byť aspoň {n}.',
    too_big: 'Môže byť najviac {n}.',
    too_many: 'Najviac {n} položiek.',
    unknown_field: 'Toto pole nepoznáme.',
    json_invalid: 'Požiadavka nie je platný JSON.',
    id_invalid: 'Toto nie je platný identifikátor.',
    id_reused: 'Tento identifikátor už bol použitý na niečo iné.',
    email_invalid: 'Zadajte e-mailovú adresu v tvare meno@example.com.',
    email_taken: 'Účet s touto e-mailovou adresou už existuje.',
    email_unchanged: 'Toto už je vaša e-mailová adresa.',
    credentials_wrong: 'Táto e-mailová adresa a heslo k sebe nepatria.',
    password_wrong: 'Toto nie je vaše súčasné heslo.',
    password_common: 'Toto heslo patrí medzi najbežnejšie. Zvoľte si iné.',
    password_is_email: 'Heslo sa musí líšiť od e-mailovej adresy.',
    token_invalid: 'Tento odkaz nie je platný.',
    token_expired: 'Platnosť odkazu vypršala alebo bol už použitý. Požiadajte o nový.',
    url_invalid: 'Zadajte celú adresu, napríklad https://example.com.',
    url_blocked: 'Na túto adresu sa odtiaľto nedá pripojiť.',
    url_off_site:
      'Táto adresa nie je na webe tohto pracovného priestoru. Najprv pridajte jej hostiteľa v nastaveniach.',
    host_invalid: 'Zadajte názov hostiteľa, napríklad example.com.',
    public_key_required: 'Verejný kľúč je povinný',
    already_member: 'Tento človek už je členom.',
    already_invited: 'Tento človek už bol pozvaný.',
    invitation_closed: 'Táto pozvánka už nie je otvorená.',
    invitation_other_email: 'Táto pozvánka bola poslaná na inú e-mailovú adresu.',
    not_a_member: 'Tento človek nie je členom pracovného priestoru.',
    time_past: 'Vyberte čas v budúcnosti.',
    status_invalid: 'Konverzácia nemôže prejsť do tohto stavu.',
    cursor_invalid: 'Táto značka strany nie je platná.',
    file_missing: 'Vyberte súbor.',
    file_type: 'Prečítať vieme iba súbory Markdown, text a HTML.',
    file_too_large: 'Súbor je väčší ako {n} MB.',
    file_encoding: 'Kódovanie textu v súbore sa nedá prečítať. Uložte ho ako UTF-8.',
    file_empty: 'Súbor neobsahuje žiadny text.',
    kind_mismatch: 'Toto sa nehodí k druhu zdroja.',
    source_busy: 'Zdroj sa už číta.',
    socket_id_invalid: 'Toto nie je identifikátor spojenia.',
    channel_name_invalid: 'Toto nie je názov kanála.',
  },
} as const satisfies Record<Locale, Record<string, string>>
export type FieldCode = keyof (typeof fieldTexts)['en']
/** A field code, with its figure where its text has one. */
export type FieldRefusal = FieldCode | `${FieldCode}:${number}`

export const problemText = (
  locale: Locale,
  code: ProblemCode,
  more: { n?: number; detail?: string } = {},
): string =>
  problemTexts[locale][code].replace('{n}', String(more.n ?? '')).replace('{detail}', more.detail ?? '')

/** The sentence for a code; a text that is no code passes through, so nothing said is ever swallowed. */
export function fieldText(locale: Locale, refusal: string): string {
  const [code = '', n = ''] = refusal.split(':')
  const texts: Record<string, string> = fieldTexts[locale]
  return texts[code]?.replace('{n}', n) ?? refusal
}
