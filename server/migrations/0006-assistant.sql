-- What the assistant finds answers in. Every key begins with the integration, so one workspace's cost and content
-- are its own; rows here change in the transaction that changes the item they come from.

-- One row per integration: what ranking needs to know of the whole base. Writers lock it, so that two never count
-- the same word at once. Hidden passages are not counted.
create table passage_statistics (
  integration_id uuid primary key references integration on delete cascade,
  last_passage_id integer not null default 0,
  last_term_id integer not null default 0,
  passages integer not null default 0,
  title_words bigint not null default 0,
  heading_words bigint not null default 0,
  body_words bigint not null default 0,
  title_grams bigint not null default 0,
  heading_grams bigint not null default 0,
  body_grams bigint not null default 0,
  -- passages by language: {"en": 120, "sk": 31}
  locales jsonb not null default '{}'
);

create table passage (
  integration_id uuid not null references integration on delete cascade,
  id integer not null,
  item_id uuid not null,
  source_id uuid not null,
  -- place in its item, from 0
  ordinal integer not null,
  title text not null,
  -- headings above it, outermost first, joined by ' › '
  heading text not null,
  -- a slice of the item's text, word for word
  text text not null,
  -- an answer written for the question that is its title: quoted whole
  is_answer boolean not null default false,
  locale text not null,
  -- folded content words, separated by spaces: ranking reads them for every candidate of every question
  title_words text not null,
  heading_words text not null,
  body_words text not null,
  -- kept, but in no posting: cannot be found
  is_hidden boolean not null default false,
  primary key (integration_id, id)
) with (toast_tuple_target = 8160); -- read by the hundred for every question: whole in its row, not compressed
-- an item's passages, to be replaced, removed or hidden together
create index passage_item on passage (integration_id, item_id, ordinal);
-- a source's items, when it is deleted
create index passage_source on passage (integration_id, source_id, item_id);

-- Stems, numbered per integration. Collation "C" makes a prefix a
-- range of the primary key, which is how words similar to an unknown one are found.
create table term (
  integration_id uuid not null,
  term text collate "C" not null,
  id integer not null,
  -- passages that hold it; changes in place (fillfactor), since every new passage counts its common words up
  frequency integer not null,
  primary key (integration_id, term)
) with (fillfactor = 80);

-- Where a stem occurs: one row for a stem and 1,024 passage numbers. Three bytes per passage: its place in the block,
-- then how strongly it holds the stem, which is enough to choose candidates by.
create table posting (
  integration_id uuid not null,
  term_id integer not null,
  block integer not null,
  entries bytea not null,
  primary key (integration_id, term_id, block)
) with (fillfactor = 80);
-- at most 3 KB: never compressed, never apart from its row
alter table posting alter column entries set storage plain;

-- Runs of four letters. Only counted: as postings they would be six times as many as the stems.
create table gram (
  integration_id uuid not null,
  gram text collate "C" not null,
  frequency integer not null,
  primary key (integration_id, gram)
) with (fillfactor = 80);

-- Foreign keys on these three would cost a look-up for each of hundreds of rows per passage.
create function forget_vocabulary() returns trigger language plpgsql as $$
begin
  delete from posting where integration_id = old.integration_id;
  delete from term where integration_id = old.integration_id;
  delete from gram where integration_id = old.integration_id;
  return null;
end
$$;
create trigger passage_statistics_deleted after delete on passage_statistics
  for each row execute function forget_vocabulary();
