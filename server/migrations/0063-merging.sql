-- A conversation whose messages stand in another one; what its customer writes goes there.
alter table conversation add column merged_into_id uuid;
alter table conversation add column merged_into_number integer;
-- Entries are numbered from here on: a thread that was dealt anew begins behind its last number.
alter table conversation add column first_seq integer not null default 1;
-- Entries have come here from another conversation or gone to one: an id sent again is looked for there as well.
alter table conversation add column has_moved boolean not null default false;
alter table message add column is_first boolean not null default false;

-- What is needed to take a merge back, as long as that is possible.
create table conversation_merge (
  integration_id uuid not null,
  -- chosen by whoever merges
  id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  -- how many entries have moved
  moved integer not null,
  -- `last_seq` of the target when it was done: nothing has happened there since while it is the same
  target_seq integer not null,
  -- both conversations as they were, and the kept replies that have moved
  before jsonb not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (integration_id, id),
  foreign key (integration_id, source_id) references conversation on delete cascade,
  foreign key (integration_id, target_id) references conversation on delete cascade
);
create index conversation_merge_source on conversation_merge (integration_id, source_id);
create index conversation_merge_target on conversation_merge (integration_id, target_id);
create index conversation_merge_at on conversation_merge (at);
-- Which entries have moved, by what names them wherever they stand.
create table merged_message (
  integration_id uuid not null,
  merge_id uuid not null,
  author_id uuid not null,
  message_id uuid not null,
  primary key (integration_id, merge_id, author_id, message_id),
  foreign key (integration_id, merge_id) references conversation_merge on delete cascade
);
