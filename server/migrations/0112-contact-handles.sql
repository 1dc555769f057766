-- Contacts without a name or an email are shown by the end of their id, such as "Visitor 47e2", and found by it.
drop index contact_words;
alter table contact drop column search_text;
alter table contact add column search_text text not null generated always as (
  folded(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
    coalesce(company, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(city, '') || ' ' || former || ' ' ||
    case when coalesce(nullif(name, ''), nullif(email, '')) is null then right(id::text, 4) else '' end)) stored;
create index contact_words on contact using gin (words_of(integration_id, search_text));
