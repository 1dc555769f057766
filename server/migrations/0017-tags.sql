create table tag (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null,
  colour text not null default 'gray',
  created_at timestamptz not null default now(),
  -- off the list, and kept: whatever carries it shows it again when it is restored
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (integration_id, id)
);
create unique index tag_name on tag (integration_id, folded(name)) where deleted_at is null;

alter table conversation
  add column priority text not null default 'none'
    check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  -- in the order in which they were added
  add column tag_ids uuid[] not null default '{}',
  -- members whom a note has mentioned
  add column mentioned_ids uuid[] not null default '{}';
create index conversation_tags on conversation using gin (tag_ids) where tag_ids <> '{}';
create index conversation_mentions on conversation using gin (mentioned_ids) where mentioned_ids <> '{}';
