-- Conversation flows. The lowest position is tried first.
create table scenario (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the member
  id uuid not null,
  position integer not null,
  name text not null,
  description text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'paused', 'archived')),
  -- the draft
  flow jsonb not null,
  published_version integer,
  published_at timestamptz,
  -- of the published version
  published_trigger text,
  has_unpublished_changes boolean not null default true,
  updated_at timestamptz not null,
  -- Kept for a while, so that a deleted scenario can be restored with its versions.
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (integration_id, id)
);
create index scenario_deleted on scenario (deleted_at) where deleted_at is not null;

-- Published versions. Rows never change.
create table scenario_version (
  integration_id uuid not null,
  scenario_id uuid not null,
  version integer not null,
  flow jsonb not null,
  note text not null,
  published_by uuid,
  published_at timestamptz not null,
  rolled_back_to integer,
  primary key (integration_id, scenario_id, version),
  foreign key (integration_id, scenario_id) references scenario (integration_id, id) on delete cascade
);

-- Runs of conversations. A run stays on the version that it started with.
create table scenario_run (
  integration_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  scenario_id uuid not null,
  scenario_version integer not null,
  status text not null
    check (status in ('active', 'waiting', 'paused', 'completed', 'handed_over', 'ended', 'failed')),
  -- of the engine
  state jsonb not null,
  -- Customer's messages up to this one are handled.
  last_seq integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  version integer not null default 1,
  primary key (integration_id, id),
  foreign key (integration_id, conversation_id) references conversation (integration_id, id) on delete cascade,
  foreign key (integration_id, scenario_id) references scenario (integration_id, id) on delete cascade
);
-- One live run per conversation.
create unique index scenario_run_live on scenario_run (integration_id, conversation_id) where ended_at is null;
create index scenario_run_conversation on scenario_run (integration_id, conversation_id, started_at desc);
create index scenario_run_scenario on scenario_run (integration_id, scenario_id, started_at desc, id desc);
