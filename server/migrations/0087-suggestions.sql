-- What members would have the team answer with, until somebody decides on it.
create table suggestion (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the member
  id uuid not null,
  -- what it would change; null: it would be new
  target_id uuid,
  -- as it would be, with what kind of thing it is
  content jsonb not null,
  -- what the content names, which is not removed while it may be accepted
  file_ids uuid[] not null default '{}',
  -- null: the account is gone
  by_id uuid references app_user on delete set null,
  by_name text not null,
  suggested_at timestamptz not null,
  state text not null default 'suggested' check (state in ('suggested', 'accepted', 'declined')),
  reason text not null default '',
  decided_by_name text,
  decided_at timestamptz,
  primary key (integration_id, id)
);
create index suggestion_waiting on suggestion (integration_id, suggested_at desc) where state = 'suggested';
create index suggestion_own on suggestion (by_id, integration_id, decided_at desc);
create index suggestion_files on suggestion using gin (file_ids);
