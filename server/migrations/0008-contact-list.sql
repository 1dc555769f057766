-- Text as a search compares it: without case and diacritics.
create function folded(value text) returns text language sql immutable strict parallel safe
  return lower(regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g'));

alter table contact
  -- what a search looks through
  add column search_text text not null
    generated always as (folded(coalesce(name, '') || ' ' || coalesce(email, ''))) stored,
  -- place in the list by name: the name, else the address; who has neither comes last
  add column sort_name text collate "C" not null
    generated always as (coalesce(folded(coalesce(nullif(name, ''), email)), U&'\FFFF')) stored,
  -- grows with every change, so that an older event never overwrites a newer row
  add column version integer not null default 1;

-- the list, paged by its order and the id
create index contact_by_last_seen on contact (integration_id, last_seen_at desc, id desc);
create index contact_by_first_seen on contact (integration_id, first_seen_at desc, id desc);
create index contact_by_name on contact (integration_id, sort_name, id);
