-- Own fields of conversations are asked for by the filters of the inbox: an index of which fields hold anything, and
-- a folded text, so that a filter by words looks closer only at rows in which they stand somewhere.
alter table conversation
  add column fields_text text not null generated always as (folded(fields::text)) stored;
create index conversation_fields on conversation using gin (fields) where fields <> '{}';
