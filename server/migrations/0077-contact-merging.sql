-- Contacts that have become one. The one that went stands here and no longer among the contacts; its old id goes on
-- naming the visitor in whose browser it began, and leads to whom it is now.
create table contact_merge (
  integration_id uuid not null,
  -- chosen by whoever merges
  id uuid not null,
  source_id uuid not null,
  -- whoever they are now: the one that was chosen, or whom that one was merged into since
  target_id uuid not null,
  -- the later merge by which `target_id` was taken along; this one is undone after that one
  inside_id uuid,
  -- what the source is called; its own browser goes on being told this, and nothing of the target
  name text,
  email text,
  -- the source's row, and what imports have written to it, as long as it can be given back
  source jsonb,
  -- columns of the target that the merge has filled: as they were, and as they became
  filled jsonb,
  -- the line of the target's timeline
  change_id bigint,
  by_name text not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (integration_id, id),
  foreign key (integration_id, target_id) references contact on delete cascade
);
-- by the id alone: it names a realtime channel, by which alone a connection is known
create unique index contact_merge_source on contact_merge (source_id) where undone_at is null;
create index contact_merge_target on contact_merge (integration_id, target_id);
create index contact_merge_at on contact_merge (at) where source is not null or undone_at is not null;

-- What came to a contact by a merge names the contact it came from; null: it was always theirs. Of tokens,
-- conversations and visits this is the visitor: a browser is shown what was begun in it, and no more.
alter table visitor_token add column origin_id uuid;
alter table page_visit add column origin_id uuid;
alter table contact_note add column origin_id uuid;
alter table contact_change add column origin_id uuid;
alter table conversation add column origin_id uuid;

-- What those who were merged into a contact were called and could be reached by; a search finds it as well.
drop index contact_words;
alter table contact drop column search_text;
alter table contact add column former text not null default '';
alter table contact add column search_text text not null generated always as (
  folded(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
    coalesce(company, '') || ' ' || coalesce(external_id, '') || ' ' || coalesce(city, '') || ' ' || former)) stored;
create index contact_words on contact using gin (words_of(integration_id, search_text));
