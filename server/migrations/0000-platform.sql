-- Events that a commit promised to tell. Written with the data, published after the commit, removed when told;
-- what a crash left behind is published by the sweep.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
