import type { Locale } from '@ozvi/contract'

/*
 * What people say, and what pages write instead: `said, said too: written written`. Folded; `said` may be several words
 * in a row, of which stop words count as well. Only what holds for most products and services stands here.
 */
export const SAYINGS: Record<Locale, string> = {
  en: `
    get rid of, throw away, throw out, wipe, clear out, drop: delete remove discard erase clear
    take back, go back, roll back, put back, step back: undo revert restore return reset previous
    go back to, back to: restore revert return previous
    give up, back out, call off, bail out: abort cancel stop quit
    turn off, switch off, shut off, get rid: disable deactivate off
    turn on, switch on: enable activate on
    shut down, power off: shutdown stop exit
    start over, begin again: reset restart
    set up, put in place: configure install setup configuration create
    find out, look up, figure out, check if, see if, tell if: show display find check status list
    see who, find who, know who: author owner user
    who wrote, who made, who changed, who did: author modified revision
    log in, sign in, log on, get in, get into: login signin authentication
    log out, sign out: logout signout
    sign up, join up: register registration signup
    hook up, plug in, link up: connect connection pair
    mix up, swap: exchange replace switch
    pick out, pick: select choose
    fill in, fill out, type in, put in: enter insert input
    print out: print output
    back up, keep a copy: backup copy export
    speed up, make faster, too slow, very slow, really slow, so slow: performance fast optimize slow
    take up, uses up, eats up: use consume space
    run out: limit exhausted
    make bigger, blow up: enlarge increase resize zoom
    make smaller, shrink, get smaller: reduce compress shrink size
    move around, drag: move
    hand over, pass on: transfer
    put together, merge together, into one: combine merge join
    split up, break up, cut up: split divide separate
    look like: appearance format style
    look for, search for, hunt for: find search locate
    keep track, follow: track monitor history
    catch up: update sync
    leave out, skip over: exclude skip omit ignore
    hide away: hide hidden
    stop showing, no longer show, do not show: hide disable
    keeps asking, asks for, asks me, asking for: prompt request
    every time, each time, always, all the time: always permanently automatically default
    at the same time, at once, side by side: simultaneously concurrent concurrently multiple parallel
    by itself, on its own, by its own, without asking: automatic automatically auto
    over and over, again and again: repeat repeatedly loop
    how big, how large: size maximum limit
    how long: duration period days hours time expire
    how many: number count maximum limit
    how much: price cost fee amount
    how far: distance range limit
    how fast: speed rate
    how old: age
    for free, without paying, no cost: free license royalty price
    busy: traffic load concurrent
    allowed to, is it ok, is it okay, may i, am i allowed: permit allow permission may license
    right away, straight away: immediately instant
    a lot of, lots of, many, plenty: multiple large number bulk
    the same: identical duplicate same
    twice, more than once, double: duplicate repeated
    newest, most recent, most up to date: latest last recent current
    oldest: first earliest
    biggest, largest, highest: maximum largest
    smallest, lowest, least: minimum smallest
    only the, just the, nothing but: only single
    at the top, on top: top header above
    at the bottom, on the bottom: bottom footer below
    at the start, at the beginning, in front: leading beginning first prefix
    at the end: trailing end last suffix
    in the middle: middle between center
    next to: beside adjacent
    out of date, too old: outdated obsolete expired
    not there, gone, disappeared, vanished, went missing: missing lost recover restore deleted
    does not work, doesn't work, not working, won't work, broken, stopped working: error problem fail failure troubleshoot
    does nothing, nothing happens: respond response fail
    won't start, does not start: start launch startup fail
    won't open, can't open, cannot open: open error corrupt
    can't see, cannot see, don't see: display visible hidden show
    can't find, cannot find: missing find location
    keeps showing, still shows: display appear
    mess up, messed up, screwed up, mistake, typo, by accident, accidentally, wrongly: error undo correct fix recover
    fix a: correct repair edit
    wrong: incorrect invalid error
    weird, strange, funny: unexpected special
    picture, photo, pic: image
    sheet: spreadsheet worksheet
    letters, symbols: characters
    big letters, upper case, caps, capitals: uppercase capitalize capital
    small letters, lower case: lowercase
    drop down, dropdown, pull down, combo box: list selection dropdown menu
    tick, tick box, check box: checkbox
    new line, line break, next line: newline break wrap
    folder: directory
    program, app, tool: application program software
    computer, machine, box, server: host server system remote
    on the server, on a server: remote server
    on my disk, on my computer, on my machine, locally: local disk
    web page: page website
    web address: url address
    phone number: telephone number
    user name, login name: username
    keyboard shortcut, hot key: shortcut key
    full screen: fullscreen
    dark mode: theme dark
    mobile phone: mobile
    spell check: spellcheck spelling
    word count: count words characters
    time zone: timezone
    file name: filename
    data base, db: database
    zip, compress: archive compress
    unzip: extract
    typing: input enter
    edits, changes i made, modifications: changes modifications
    someone else, colleague, coworker, other people, others: user shared author
    to many people, to everybody, to all: bulk mass group mail
    with their names: personalized merge fields
    money back: refund
    too much: excess limit
    too late: overdue deadline
    kids, children: child family
    job: task
    boss: manager administrator
    lost my: lost recover reset
    forgot, forgotten, don't remember, can't remember: forgot reset recover
    remember my, remember the, save my password, save it: store remember cache save
    locked out, locked: locked lock busy blocked
    hacked, stolen: compromised security stolen
    warn, tell me, let me know: notify notification alert warning
    quit, leave: exit cancel terminate close
    choose between, which should i, better: comparison compare versus appropriate difference
    vs, versus, compared to: difference compare comparison
    whats the difference, differ, differences: difference compare versus
    what does it mean, meaning: means definition refers
    example: example sample
    step by step: steps procedure
    move to another, transfer: migrate move transfer
    bring back, get back, undelete: restore recover
    copy over: copy duplicate
    make a copy: copy duplicate clone
    without the, no: without exclude disable
    visible: display show freeze fixed
    stay, stays, stick: fixed freeze keep
    scroll: scrolling
    sideways, horizontal: landscape horizontal orientation
    upright: portrait orientation
    work together: collaborate share
    stop that, stop it, prevent, avoid: disable prevent turn avoid
    not checked, not enforced, ignored: disabled enforcement off default
    in a different, in another: other another separate
    different folders, other folder: directory tree
    part of: partial section
    put a, put an: insert add set
    take a, take one, grab: apply get pick copy
    ask: request prompt`,
  sk: `
    zbavit sa, vyhodit, zahodit: odstranit zmazat vymazat
    vratit sa, ist spat, vratit spat: obnovit vratit predchadzajuci
    vzdat, prestat, skoncit, odist: zrusit ukoncit vypoved ukoncenie
    skor, predcasne, pred koncom: predcasne predcasny ukoncenie viazanost
    pokuta, sankcia: pokuta poplatok zmluvna
    zrusit zmluvu, ukoncit zmluvu, vypovedat: vypoved ukoncenie zmluva
    odpojit, odpojili, vypli, odstavili: pozastavit prerusit obmedzit dlh upomienka obnovit
    prestahovat, stahujem, stahovat: prelozit stahovanie adresa prelozenie
    preniest, presunut, previest: prelozit presunut prenos prevod
    novy byt, byt, dom: adresa
    zomrel, zomrela, umrel, umrela, umrtie: umrtie pozostali dedic
    mama, otec, manzel, manzelka, rodic: osoba rodina pozostali
    prepisat, na ineho, na inu osobu: prepis prevod
    telka, telku, telke, telky, televizor: televizia tv
    mobil, mobile, mobiloch, telefon, smartfon: zariadenie telefon mobilny
    naraz, sucasne, zaroven: sucasne subezne
    pozerat, pozriet, sledovat: sledovat pozerat prehravat
    v zahranici, na dovolenke, cudzina, chorvatsko, rakusko, cesko: zahranicie unia krajina roaming
    net, internet, pripojenie, wifi: internet pripojenie
    router, modem, krabicka: router modem zariadenie
    svieti, blika: kontrolka svieti indikator
    cervena, cervene, cerveny, nacerveno: cervena chyba
    nejde, nefunguje, nefunguju, prestalo, spadlo, vypadlo: porucha vypadok chyba problem
    seka, zaseka, mrzne: pomaly signal problem
    pomaly, pomala, pomale: pomaly rychlost signal
    rychly, najrychlejsi, rychlejsi: rychlost sietovy
    drahy, drahe, lacny, lacnejsi: cena zlava
    kolko stoji, za kolko, aka je cena: cena cennik poplatok
    kolko plati, kolko zaplatim: cena poplatok
    najlacnejsi: cena najnizsia
    dokedy, do kedy, kedy treba: splatnost termin lehota
    zaplatit, uhradit, platit: uhrada platba splatnost
    na splatky, po castiach: splatka splatkovy kalendar
    neskor zaplatit, odlozit platbu: odklad splatnost
    faktura, ucet, uctovne: faktura vyuctovanie
    neprisla, neprisiel, neprislo, nedostal, nedostala: dorucenie chyba priecinok
    vratit peniaze, vratite peniaze, peniaze spat: vratenie dobropis odpocitat nahrada
    nahrada, kompenzacia, odskodnenie: nahrada odpocet zlava
    vratit tovar, vratit vec: vratenie odstupenie
    nesedi, nepasuje, zla velkost: vymena vratenie
    rozbity, rozbite, pokazeny, pokazilo, nefunkcny: reklamacia poskodeny vada oprava
    poskodeny, poskodeny balik: reklamacia poskodenie
    zlava, akcia, vyhoda: zlava akcia
    student, studenti, ziak: student zlava
    dochodca, senior, ztp: zlava preukaz
    otvorene, otvorena, kedy ste otvoreni: otvaracie hodiny predajna
    sobota, nedela, vikend: hodiny otvaracie
    kde ste, kde sidlite, kde najdem: adresa predajna kontakt
    zavolat, cislo, kontakt, kontaktovat: telefon linka kontakt zakaznicka
    cakat, ako dlho, za ako dlho: lehota dni hodin trvanie
    dlzka, trvanie, lehota: lehota doba
    zabudol heslo, zabudla heslo, nepamatam heslo, zabudnute heslo: heslo obnovit nepamatam
    neviem sa prihlasit, nejde prihlasit, nemozem sa prihlasit: prihlasenie heslo
    zmenit heslo, nove heslo: heslo zmena
    prihlasovacie udaje, meno a heslo: prihlasenie heslo meno
    pripojit sa, pripojit: pripojit pripojenie
    na dialku, z prace, odvsadial, zvonka: vzdialene verejna pristup
    kamera, kameru: kamera zariadenie
    deti, dieta, detom: rodicovska deti kontrola
    blokovat, zablokovat, zakazat: blokovanie zakazat obmedzit
    nastavit, nahodit, sprevadzkovat: nastavenie konfiguracia
    nainstalovat, namontovat, zapojit: instalacia zapojenie
    technik, opravar, chlapik: technik navsteva
    pride domov, domov, na dom: navsteva adresa
    program, balik, pausal: program balik
    aplikacia, appka, apka: aplikacia
    posta, mail, mejl, email: email posta
    server, smtp, port: server nastavenie
    dorucenie, doruceny, kurier, prist: dorucenie kurier
    poslat, posielate, zaslat: dorucenie dodanie zaslat
    kedy pride, kedy mi pride, kde je: dorucenie zasielka
    doprava, postovne: doprava dorucenie cena
    vyzdvihnut, osobne: odber vyzdvihnutie predajna
    darcek, darovat: darcekovy poukazka
    vernostny, body: vernostny body program
    zmenit adresu, ina adresa: adresa zmena
    zrusit objednavku, stornovat: objednavka zrusenie storno
    zrusit ucet, vymazat ucet: ucet zrusenie
    odhlasit sa, odhlasit: odhlasenie zrusit
    subor, dokument: subor dokument
    priecinok, zlozka, adresar: priecinok
    obrazok, fotka, foto: obrazok fotografia
    pridat, vlozit, dat: vlozit pridat
    zvacsit, vacsi: zvacsit velkost
    zmensit, mensi: zmensit velkost
    vytlacit, tlac: tlac
    stiahnut, ulozit: stiahnut ulozit
    zobrazit, vidiet, ukazat: zobrazit zobrazenie
    skryt, schovat: skryt
    zdielat, spolu s: zdielanie
    pozvat, pridat cloveka, kolega: pouzivatel pridat pozvanka
    rozdiel, porovnat, lepsi: rozdiel porovnanie
    ukazuje chyba, hlasi chybu, pise chybu, vyskakuje: chyba hlasenie kod
    nahravka, nahrat, nahravat: nahravka nahravanie
    spatne pozerat, pozriet spatne, dozadu: archiv
    vypadok, nesiel, nefungoval: vypadok porucha
    kupit, objednat, chcem si objednat: objednavka kupit objednat
    zarucny, zaruka: zaruka reklamacia
    splatit: splatka
    dlh, dlzim: dlh upomienka`,
}
