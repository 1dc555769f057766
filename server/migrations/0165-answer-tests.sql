-- Counts changes of the content that can be found.
alter table passage_statistics add column version bigint not null default 0;

-- Questions whose answers are checked.
create table answer_test (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the sender, so that a retry is harmless
  id uuid not null,
  question text not null,
  locale text not null,
  expects text not null check (expects in ('answer', 'hand_over')),
  -- title or address of the page to be quoted, and words of the answer; empty if they don't matter
  expected_page text not null,
  expected_text text not null,
  created_at timestamptz not null,
  primary key (integration_id, id)
);

create table answer_test_run (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null default gen_random_uuid(),
  trigger text not null check (trigger in ('member', 'content')),
  status text not null default 'running' check (status in ('running', 'done', 'canceled')),
  -- of the content when it started
  content_version bigint not null,
  total integer not null,
  done integer not null default 0,
  passed integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  started_by_name text,
  primary key (integration_id, id)
);
create index answer_test_run_started on answer_test_run (integration_id, started_at desc);
-- a workspace has one run at a time
create unique index answer_test_run_running on answer_test_run (integration_id) where status = 'running';

-- What a run asks, and what came of it.
create table answer_test_result (
  integration_id uuid not null,
  run_id uuid not null,
  -- place in the list of tests
  position integer not null,
  answer_test_id uuid not null,
  test jsonb not null,
  -- null until it has been asked
  band text,
  failure text,
  confidence real not null default 0,
  quote text not null default '',
  title text not null default '',
  url text,
  primary key (integration_id, run_id, position),
  foreign key (integration_id, run_id) references answer_test_run on delete cascade
);
