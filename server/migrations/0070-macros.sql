-- Several acts on a conversation under one name.
create table macro (
  integration_id uuid not null references integration on delete cascade,
  -- chosen by the member
  id uuid not null,
  -- whose own it is; null: the team's
  owner_id uuid references app_user on delete cascade,
  name text not null,
  actions jsonb not null,
  updated_at timestamptz not null,
  primary key (integration_id, id)
);
create index macro_owner on macro (owner_id);

-- Each time one was run on a conversation, kept for a day so that it can be undone.
create table macro_run (
  integration_id uuid not null,
  conversation_id uuid not null,
  -- chosen by the member
  id uuid not null,
  user_id uuid not null,
  macro_id uuid not null,
  text text,
  -- how the conversation was, and what was changed of it
  before jsonb,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (integration_id, conversation_id, id),
  foreign key (integration_id, conversation_id) references conversation on update cascade on delete cascade
);
create index macro_run_age on macro_run (integration_id, created_at);

-- the conversation has been given a status already, which stays when the reply goes
alter table scheduled_message add column keeps_status boolean not null default false;
