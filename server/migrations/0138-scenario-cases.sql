-- Saved test conversations with what they must lead to. They run before a draft is published.
create table scenario_case (
  integration_id uuid not null,
  scenario_id uuid not null,
  -- chosen by the member
  id uuid not null,
  name text not null,
  persona jsonb not null,
  inputs jsonb not null,
  checks jsonb not null,
  created_at timestamptz not null,
  primary key (integration_id, scenario_id, id),
  foreign key (integration_id, scenario_id) references scenario (integration_id, id) on delete cascade
);

-- A draft that is run over past conversations, without changing anything. One per scenario.
create table scenario_replay (
  integration_id uuid not null,
  scenario_id uuid not null,
  id uuid not null,
  status text not null check (status in ('running', 'done', 'canceled')),
  flow jsonb not null,
  conversation_ids uuid[] not null,
  -- How many conversations are done; their results are in `results`.
  done integer not null default 0,
  results jsonb not null default '[]',
  requested_by uuid not null,
  created_at timestamptz not null,
  primary key (integration_id, scenario_id),
  foreign key (integration_id, scenario_id) references scenario (integration_id, id) on delete cascade
);
