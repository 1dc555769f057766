create table canned_reply (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the member
  id uuid not null,
  -- whose own it is; null: the team's
  owner_id uuid references app_user on delete cascade,
  shortcut text not null,
  title text not null,
  body text not null,
  locale text,
  updated_at timestamptz not null default now(),
  primary key (integration_id, id)
);
create index canned_reply_owner on canned_reply (owner_id);
