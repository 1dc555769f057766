import type { Locale } from '@ozvi/contract'
import { stem } from './terms.ts'

/**
 * Words that customers and companies use for the same thing, one group per line: people ask how to "cancel",
 * pages explain how to "unsubscribe". Folded. A word may be in several groups. Limited to everyday words of
 * shops, services and software: a thesaurus would add more wrong pages than right ones.
 */
const GROUPS: Record<Locale, string> = {
  en: `
    delete remove erase
    cancel terminate unsubscribe end
    price cost fee charge pricing expensive
    buy purchase order
    pay payment billing
    invoice bill receipt
    refund reimburse reimbursement
    login signin log sign logon
    password passcode credentials
    change edit modify update alter switch
    create make add build
    account profile
    register signup enroll join
    ship deliver delivery shipping shipment dispatch
    parcel package
    broken damaged faulty defective
    error problem issue fault failure bug trouble
    fix repair solve resolve troubleshoot
    help support assistance
    phone mobile cell telephone smartphone
    picture photo image
    email mail
    find locate search
    show display view see
    block ban
    allow permit enable
    disable deactivate
    activate enable
    free complimentary
    discount coupon promo voucher
    job career vacancy employment
    company firm business organization organisation
    store shop
    start begin launch
    fast quick speed
    slow lag
    big large
    small little tiny
    kid child children
    car vehicle automobile
    money cash funds
    limit maximum cap quota
    require need mandatory compulsory
    download export
    upload import
    install setup
    website site webpage web
    link url
    team staff employee colleague
    admin administrator
    secure safe security safety
    stolen theft lost missing
    warranty guarantee
    replace exchange swap
    color colour
    foreign international abroad overseas
    expire expiration expiry
    confirm verify verification
    notify notification alert
    message text sms
    subscription plan membership
    trial demo
    integrate integration connect
    computer pc laptop desktop
    holiday vacation
    illness disease
    medicine drug medication
    size dimension
    share collaborate
    statistics stats analytics metrics report
    traffic visits visitors
    privacy gdpr
    additional extra
    scared afraid anxious nervous worried
    hurt pain ache sore`,
  sk: `
    zrusit stornovat odstupit vypovedat
    vymazat odstranit zmazat
    zaplatit uhradit platba uhrada platit
    cena suma poplatok stoji stat cennik
    doprava dorucenie dodanie postovne kurier
    dorucit posielat poslat dodat odoslat
    zasielka balik tovar
    dorucovat dovazat posielat
    prihlasit prihlasenie login
    ucet konto profil
    zmenit upravit zmena uprava
    objednavka nakup
    objednat kupit nakupit zakupit
    zlava kupon poukaz poukazka
    predajna obchod prevadzka
    otvaracie otvorene hodiny
    telefon mobil telefonny
    mail email posta
    poskodeny pokazeny rozbity chybny vadny
    problem chyba porucha zlyhanie
    nejde nefunguje
    opravit oprava servis
    faktura doklad ucet blocek
    zadarmo bezplatne zdarma bezplatny
    skladom dostupny dostupnost
    lehota doba termin dlho
    zahranicie stat krajina
    vymenit vymena
    stary povodny
    pomoc podpora
    nastavit nastavenie
    zapnut povolit aktivovat
    vypnut zakazat deaktivovat
    subor dokument
    obrazok fotka foto fotografia
    pocitac notebook
    stiahnut export
    nahrat import
    heslo pin
    registracia registrovat zaregistrovat
    predplatne clenstvo
    reklamacia zaruka reklamovat
    peniaze suma
    zamestnanec pracovnik
    spravca admin administrator
    priecinok zlozka
    sprava mail
    zdielat zdielanie
    obnovit obnova
    kupit predavat predaj predavame
    doktor doktorka lekar lekarka ambulancia ordinacia ordinuje
    vyvazat vyvoz`,
}

const KNOWN: Record<Locale, ReadonlyMap<string, readonly string[]>> = { en: byStem('en'), sk: byStem('sk') }

/** Synonyms of a stem that a page may use instead. */
export const synonymsOf = (stemmed: string, locale: Locale): readonly string[] =>
  KNOWN[locale].get(stemmed) ?? []

function byStem(locale: Locale): ReadonlyMap<string, readonly string[]> {
  const matched = new Map<string, Set<string>>()
  for (const line of GROUPS[locale].trim().split('\n')) {
    const group = line.trim().split(' ')
    for (const key of new Set(group.map((word) => stem(word, locale))))
      matched.set(
        key,
        new Set([...(matched.get(key) ?? []), ...group.filter((word) => stem(word, locale) !== key)]),
      )
  }
  return new Map([...matched].map(([key, words]) => [key, [...words]]))
}
