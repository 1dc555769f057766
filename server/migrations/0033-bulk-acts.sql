-- One change of several conversations, and what each of them was before.
create table bulk_act (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  user_id uuid not null,
  change jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (integration_id, id)
);
create index bulk_act_age on bulk_act (integration_id, created_at);
create table bulk_act_entry (
  integration_id uuid not null,
  bulk_act_id uuid not null,
  conversation_id uuid not null,
  place integer not null,
  -- unchanged: was so already, is gone, or the change is refused; kept: somebody has changed it since
  state text not null default 'waiting'
    check (state in ('waiting', 'changed', 'unchanged', 'undone', 'kept')),
  before jsonb,
  primary key (integration_id, bulk_act_id, conversation_id),
  foreign key (integration_id, bulk_act_id) references bulk_act on delete cascade
);
create index bulk_act_entry_order on bulk_act_entry (integration_id, bulk_act_id, state, place);
